import type { CodeEntry } from '../entry.ts';

/** Policies of organisations, users and projects. Every policy error stops the command. */
export const policyCodes = {
  POLICY_INVALID: { exit: 'refused', hint: 'Correct the policy. Commands that it governs do not run until then.' },
  POLICY_EXPIRED: { exit: 'refused', hint: 'Ask the policy’s maintainer to renew it.' },
  POLICY_UNREADABLE: { exit: 'refused', hint: 'Check that the policy is a file, and that you may read it.' },
  POLICY_UNSAFE: {
    exit: 'refused',
    hint: 'Only the administrator may be able to change it: chown root it, and chmod go-w it.',
  },
  POLICY_DENIED: { exit: 'refused', hint: 'Ask the policy’s maintainer. `genlock policy check` shows all rules.' },
  POLICY_REQUIRED: {
    exit: 'refused',
    hint: 'Add the required plugin with `genlock add`, in the same command as other plugins.',
  },
  POLICY_OPEN_ENTITIES: {
    exit: 'refused',
    hint: 'Decide who may change records: pass --access public:authenticated, or set "access" in genlock.json.',
  },
  POLICY_TOOL: { exit: 'refused', hint: 'Use a version of Genlock that the policy allows.' },
  POLICY_LOG: { exit: 'refused', hint: 'Make the log file of the policy writable, or ask the policy’s maintainer.' },
  POLICY_REVOCATIONS: {
    exit: 'refused',
    hint: 'Ask the list’s maintainer to correct or renew it. `genlock audit` downloads a missing list.',
  },
  POLICY_EXISTS: { exit: 'refused', hint: 'Edit the existing policy, or move it away.' },
} as const satisfies Record<string, CodeEntry>;
