import type { CodeEntry } from '../entry.ts';

/** The command line itself. */
export const usageCodes = {
  USAGE: { exit: 'usage', hint: 'Run the command with --help to see its options.' },
  CONFIG_NOT_FOUND: { exit: 'usage', hint: 'Check the path given to --config.' },
  ENTITY_UNKNOWN: { exit: 'usage', hint: 'Name an entity of genlock.json.' },
  ENTITY_REFERENCED: {
    exit: 'failed',
    hint: 'Remove these relations from genlock.json, then run the command again.',
  },
  WHY_NO_FILE: { exit: 'usage', hint: 'Give a file of the project, such as server/app.ts.' },
  WHY_NO_LINE: { exit: 'usage', hint: 'Lines count from 1, such as server/app.ts:12.' },
  OUTPUT_FAILED: { exit: 'failed', hint: 'Free some space or choose another target, then run the command again.' },
  DECLINED: { exit: 'declined', hint: 'Nothing was changed.' },
  INTERRUPTED: { exit: 'interrupted', hint: 'Nothing was changed.' },
  CONSENT_NEEDED: { exit: 'declined', hint: 'Read the plan, then run the same command with --yes.' },
  PROOF_LOST: {
    exit: 'refused',
    hint: 'Find out why. To install it anyway, confirm in a terminal. --yes is not accepted.',
  },
  BUG: { exit: 'bug', hint: 'This is a bug in Genlock. Report it with the command you ran.' },
} as const satisfies Record<string, CodeEntry>;
