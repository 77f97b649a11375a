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
    hint: 'Run the command without --dry-run: it first finishes or undoes the earlier command.',
  },
  PROJECT_NOT_A_FOLDER: {
    exit: 'usage',
    hint: 'Choose another name. This name is taken by something that is not a folder.',
  },
  PROJECT_LINK: {
    exit: 'failed',
    hint: 'Genlock never writes through a symbolic link. Put a real folder or file in its place.',
  },
  PROJECT_BLOCKED: { exit: 'failed', hint: 'Move the named file or folder, then run the command again.' },
  PROJECT_UNREADABLE: { exit: 'failed', hint: 'Check the permissions of the file.' },
  PROJECT_PATH_INVALID: {
    exit: 'failed',
    hint: 'A path must be relative, stay inside the project, and be usable on every operating system.',
  },
  PROJECT_MODULE_SHADOWED: {
    exit: 'refused',
    hint: 'Rename your file and the imports of it, or do not install the plugin.',
  },
  PROJECT_CONFLICT: {
    exit: 'conflict',
    hint: 'Resolve the markers in the named files, then run `genlock resolve --continue`. `genlock resolve --abort` restores the files.',
  },
  PROJECT_CHANGED_SINCE_PLAN: {
    exit: 'conflict',
    hint: 'Your files were not overwritten. Run the command again to plan with the current files.',
  },
  PROJECT_PLAN_INVALID: { exit: 'integrity', hint: 'Create the plan again. An altered plan is never applied.' },
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
    hint: 'Run `git restore .genlock` if the project is in git. Otherwise delete .genlock/baseline.json and run `genlock sync`.',
  },
  PROJECT_RECORD_INVALID: { exit: 'integrity', hint: 'Restore the file from version control.' },
  PROJECT_MERGE_CONFLICT: {
    exit: 'conflict',
    hint: 'Both branches contain your edits. Resolve the markers from git, then run `genlock sync`.',
  },
  PROJECT_NO_CONFLICT: {
    exit: 'usage',
    hint: 'The project has no conflicts. `genlock status` shows its state.',
  },
  PROJECT_OUT_OF_SYNC: {
    exit: 'failed',
    hint: 'Run `genlock sync` first to update the project to genlock.json.',
  },
  PROJECT_GENLOCK_OTHER: {
    exit: 'failed',
    hint: 'Use the version of Genlock that created the project, or run `genlock upgrade` first.',
  },
  PROJECT_OBJECT_INVALID: {
    exit: 'integrity',
    hint: 'Run `git restore .genlock` if the project is in git. Otherwise run `genlock sync` to rebuild verifiable data.',
  },
} as const satisfies Record<string, CodeEntry>;
