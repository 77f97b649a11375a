/** Keeps open files of this process from the worker. */
import { closeSync, openSync, readFileSync, readdirSync } from 'node:fs';
import type { StdioOptions } from 'node:child_process';

type Reading = Pick<typeof import('node:fs'), 'readdirSync' | 'readFileSync'>;

/**
 * Lists descriptors above 2 that a child process would inherit: the parent of this process opened them without
 * `O_CLOEXEC`, e.g. `genlock add ./x 20<secret` in a shell. Node opens its own descriptors with `O_CLOEXEC`. Empty on
 * platforms where processes inherit only the listed descriptors.
 *
 * Uses only its argument, because the probe of this layer runs the source text in another process.
 */
export function inheritedDescriptors(fs: Reading): readonly number[] {
  const closeOnExec = 0o2000000;
  const isInherited = (name: string): boolean => {
    try {
      const [, flags = ''] = /flags:\s*(\d+)/.exec(fs.readFileSync(`/proc/self/fdinfo/${name}`, 'utf8')) ?? [];
      return (Number.parseInt(flags, 8) & closeOnExec) === 0;
    } catch {
      return false;
    }
  };
  try {
    return fs
      .readdirSync('/proc/self/fd')
      .filter((name) => Number(name) > 2 && isInherited(name))
      .map(Number);
  } catch {
    return [];
  }
}

let inherited: readonly number[] | undefined;

/** Returns the inherited descriptors of this process, which do not change while it runs. */
export function ownInheritedDescriptors(): readonly number[] {
  inherited ??= inheritedDescriptors({ readdirSync, readFileSync });
  return inherited;
}

/**
 * Starts a process with three pipes. Inherited descriptors are the null device in the process, because Node cannot close
 * them.
 *
 * @param spawn receives the `stdio` option
 */
export function withoutInherited<Started>(spawn: (stdio: StdioOptions) => Started): Started {
  const numbers = ownInheritedDescriptors();
  if (numbers.length === 0) return spawn('pipe');
  const nothing = openSync('/dev/null', 'r');
  try {
    return spawn(stdioWithout(numbers, nothing));
  } finally {
    closeSync(nothing);
  }
}

function stdioWithout(numbers: readonly number[], nothing: number): StdioOptions {
  const length = Math.max(...numbers) + 1;
  return Array.from({ length }, (_, number) => {
    if (number <= 2) return 'pipe';
    return numbers.includes(number) ? nothing : 'ignore';
  });
}
