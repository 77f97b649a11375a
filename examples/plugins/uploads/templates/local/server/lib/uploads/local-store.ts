import { constants, createReadStream } from 'node:fs';
import { copyFile, mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FileStore, soundId } from './file-store';

/** Stores files in a folder of this machine. */
export function localStore(folder: string): FileStore {
  const pathOf = (id: string) => join(folder, soundId(id));
  return {
    async put(id, path) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await copyFile(path, pathOf(id), constants.COPYFILE_EXCL);
    },
    async get(id) {
      const path = pathOf(id);
      const found = await stat(path).catch(missing);
      return found && createReadStream(path);
    },
    async remove(id) {
      await rm(pathOf(id), { force: true });
    },
  };
}

function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
