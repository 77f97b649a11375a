/** A created plugin with edited files, and the problems of its validation. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GenlockError, type Problem } from '../../src/errors/error.ts';
import { createPlugin } from '../../src/flows/author/create.ts';
import { validatePlugin } from '../../src/flows/author/validate.ts';
import { temporaryFolder } from './temporary.ts';

export const create = (cwd: string, name: string) => createPlugin({ cwd, name, language: 'javascript', dryRun: false });

/** Makes a plugin in a folder of its own and puts these files over it; `undefined` deletes one. */
export async function pluginWith(files: Readonly<Record<string, string | undefined>> = {}): Promise<string> {
  const { plugin } = await create(temporaryFolder(), 'notes');
  for (const [path, text] of Object.entries(files)) {
    const file = join(plugin.folder, path);
    if (text === undefined) rmSync(file);
    else {
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text);
    }
  }
  return plugin.folder;
}

export async function problemsOf(work: () => Promise<unknown>): Promise<readonly Problem[]> {
  try {
    await work();
  } catch (error) {
    if (error instanceof GenlockError) return error.problems;
    throw error;
  }
  return [];
}

export const codesOf = async (work: () => Promise<unknown>) => (await problemsOf(work)).map(({ code }) => code);
export const ports = { env: {}, clock: () => new Date(0) };
export const validate = (folder: string) => validatePlugin({ cwd: folder, folder }, ports);
