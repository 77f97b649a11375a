import type { CodeEntry } from '../entry.ts';

/** The project on disk: opening it, its records in `.genlock/` and the lockfile, planning and applying changes. */
export const projectCodes = {
  PROJECT_NOT_FOUND: {
    exit: 'usage',
    hint: 'Change into a project (a folder with genlock.json), or create one with `genlock init my-app`.',
  },
  PROJECT_NOT_EMPTY: {
    exit: 'usage',
    hint: 'Choose another name, or empty the folder. Files already there are never overwritten.',
  },
  PROJECT_INTERRUPTED: {
    exit: 'failed',
    hint: 'Run the command without --dry-run: it finishes or undoes the earlier one first.',
  },
  PROJECT_NOT_A_FOLDER: { exit: 'usage', hint: 'Choose another name: something that is not a folder has this one.' },
  PROJECT_LINK: {
    exit: 'failed',
    hint: 'Genlock never writes through a symbolic link. Put a real folder or file in its place.',
  },
  PROJECT_BLOCKED: { exit: 'failed', hint: 'Move what stands in the way, then run the command again.' },
  PROJECT_UNREADABLE: { exit: 'failed', hint: 'Check the permissions of the file.' },
  PROJECT_PATH_INVALID: {
    exit: 'failed',
    hint: 'A path must be relative, stay inside the project, and be usable on every operating system.',
  },
  PROJECT_CONFLICT: {
    exit: 'conflict',
    hint: 'Choose between the markers in the files named, then run `genlock resolve --continue`; `genlock resolve --abort` has them as they were.',
  },
  PROJECT_CHANGED_SINCE_PLAN: {
    exit: 'conflict',
    hint: 'Nothing of yours was overwritten. Run the command again to plan from the files as they are now.',
  },
  PROJECT_PLAN_INVALID: { exit: 'integrity', hint: 'Make the plan anew; a plan that was altered is never applied.' },
  PROJECT_WRITE_FAILED: { exit: 'failed', hint: 'Remove the cause, then run the same command again.' },
  PROJECT_LOCKED: {
    exit: 'failed',
    hint: 'Wait until the other command has ended. If none is running, delete .genlock/lock.',
  },
  PROJECT_JOURNAL_INVALID: {
    exit: 'integrity',
    hint: 'Nothing was written. If you trust this project, delete .genlock/journal and compare its files with version control.',
  },
  PROJECT_LOCKFILE_INVALID: {
    exit: 'integrity',
    hint: 'Restore genlock.lock.json from version control, or delete it and run `genlock sync`.',
  },
  PROJECT_LOCKFILE_VERSION: {
    exit: 'failed',
    hint: 'Use the version of Genlock that wrote the lockfile, or a newer one.',
  },
  PROJECT_BASELINE_INVALID: {
    exit: 'integrity',
    hint: 'Restore .genlock/baseline.json from version control, or delete it and run `genlock sync`.',
  },
  PROJECT_RECORD_INVALID: { exit: 'integrity', hint: 'Restore the file from version control.' },
  PROJECT_MERGE_CONFLICT: {
    exit: 'conflict',
    hint: 'Both branches hold lines of yours there. Choose between the markers git left, then run `genlock sync`.',
  },
  PROJECT_NO_CONFLICT: {
    exit: 'usage',
    hint: 'There is nothing to do. `genlock status` shows how the project stands.',
  },
  PROJECT_OUT_OF_SYNC: {
    exit: 'failed',
    hint: 'Run `genlock sync` first: it brings the project up to genlock.json.',
  },
  PROJECT_GENLOCK_OTHER: {
    exit: 'failed',
    hint: 'Use the version of Genlock that made the project, or run `genlock upgrade` first.',
  },
  PROJECT_OBJECT_INVALID: {
    exit: 'integrity',
    hint: 'Run `genlock sync`: it makes again what can be proved. Else restore .genlock/objects from version control.',
  },
} as const satisfies Record<string, CodeEntry>;
