import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { Plugin } from 'vite';

const compress = promisify(brotliCompress);

/**
 * Writes a compressed copy of each script and style sheet of the client. This level of compression
 * takes too long during a request.
 */
export function compressFiles(): Plugin {
  return {
    name: 'compress-files',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    async writeBundle({ dir = '' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(?:css|js)$/.test(name));
      const copies = names.map(async (name) => {
        const file = join(dir, name);
        await writeFile(`${file}.br`, await compress(await readFile(file)));
      });
      await Promise.all(copies);
    },
  };
}
