import type { CodeEntry } from '../entry.ts';

/** What an organisation, a user or a project allows. Every fault of a policy stops the command: none is ignored. */
export const policyCodes = {
  POLICY_INVALID: { exit: 'refused', hint: 'Correct the policy; until then nothing it governs is run.' },
  POLICY_EXPIRED: { exit: 'refused', hint: 'Ask who maintains the policy to renew it.' },
  POLICY_UNREADABLE: { exit: 'refused', hint: 'Check that the policy is a file, and that you may read it.' },
  POLICY_UNSAFE: {
    exit: 'refused',
    hint: 'Only the administrator may be able to change it: chown root it, and chmod go-w it.',
  },
  POLICY_DENIED: { exit: 'refused', hint: 'Ask who maintains the policy; `genlock policy explain` shows all it says.' },
  POLICY_REQUIRED: { exit: 'refused', hint: 'Add the plugin with `genlock add`, together with whatever else you add.' },
  POLICY_TOOL: { exit: 'refused', hint: 'Use a version of Genlock that the policy takes.' },
  POLICY_LOG: { exit: 'refused', hint: 'Make the file the policy names writable, or ask who maintains the policy.' },
  POLICY_REVOCATIONS: {
    exit: 'refused',
    hint: 'Ask who maintains the list to correct or renew it. `genlock audit` fetches one that isn’t here yet.',
  },
  POLICY_EXISTS: { exit: 'refused', hint: 'Edit the policy that is there, or move it away.' },
} as const satisfies Record<string, CodeEntry>;
