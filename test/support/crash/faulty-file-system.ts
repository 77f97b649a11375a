import { writeFileSync } from 'node:fs';
import { nodeFileSystem, type FileSystem } from '../../../src/apply/file-system.ts';

/** The real disk without flushing, which only a loss of power needs. */
export const unsynced: FileSystem = { ...nodeFileSystem, sync: () => Promise.resolve() };

/** The calls that change a disk. */
export const changing = ['create', 'sync', 'makeFolder', 'rename', 'remove', 'removeFolder'] as const;
/** Every call. */
export const everything = [...changing, 'status', 'list', 'read'] as const;
export type Call = (typeof everything)[number];

/** Code that runs before, during or after a call, to make the call fail. */
export interface Fault {
  readonly calls: readonly Call[];
  /** Called with the number of the call, from 1, before it is made; throws to make it fail. */
  readonly before?: (number: number, call: Call) => void;
  /** The same after a file was created with half of its bytes; the rest is only written if this returns. */
  readonly half?: (number: number) => void;
  readonly after?: (number: number, call: Call) => void;
}

/** A file system that goes through another one, with faults. */
export function faulty(fs: FileSystem, fault: Fault): FileSystem {
  let number = 0;
  const through =
    <Arguments extends readonly unknown[], Result>(call: Call, work: (...given: Arguments) => Promise<Result>) =>
    async (...given: Arguments): Promise<Result> => {
      if (!fault.calls.includes(call)) return work(...given);
      number += 1;
      const mine = number;
      fault.before?.(mine, call);
      const result = await work(...given);
      fault.after?.(mine, call);
      return result;
    };
  return {
    status: through('status', fs.status),
    list: through('list', fs.list),
    read: through('read', fs.read),
    create: through('create', async (path, file) => {
      if (fault.half === undefined) return fs.create(path, file);
      const bytes = Buffer.from(file.content);
      await fs.create(path, { ...file, content: bytes.subarray(0, bytes.length / 2) });
      fault.half(number);
      writeFileSync(path, bytes);
      return undefined;
    }),
    sync: through('sync', fs.sync),
    makeFolder: through('makeFolder', fs.makeFolder),
    rename: through('rename', fs.rename),
    remove: through('remove', fs.remove),
    removeFolder: through('removeFolder', fs.removeFolder),
  };
}

/** An error as the system throws it. */
export function systemError(code: string): Error {
  return Object.assign(new Error(`${code}: injected`), { code });
}

/**
 * Simulates a process that ends at one call, without ending this process. After that call no write reaches the disk, so
 * error handling has no effect either.
 */
export function diesAt(fs: FileSystem, at: number): FileSystem {
  return faulty(fs, {
    calls: changing,
    before: (number) => {
      if (number >= at) throw systemError('EIO');
    },
  });
}
