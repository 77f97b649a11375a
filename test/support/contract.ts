import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { GenlockError, type Problem } from '../../src/errors/error.ts';
import { initProject } from '../../src/flows/project/init.ts';
import { quietPorts } from './ports.ts';
import { temporaryFolder } from './temporary.ts';

/** A plugin: what its generator does, further keys of its manifest, its templates and other files. */
export interface Given {
  readonly body?: string;
  readonly generator?: string;
  readonly manifest?: Readonly<Record<string, unknown>>;
  readonly files?: Readonly<Record<string, string>>;
  /** Content of `genlock.json` in addition to the name. */
  readonly config?: Readonly<Record<string, unknown>>;
}

export interface Project {
  readonly has: (path: string) => boolean;
  readonly read: (path: string) => string;
  readonly warnings: readonly string[];
}

/** The call that copies all templates. */
export const copy = 'await sdk.copyTemplates();';
const generatorOf = (body: string): string =>
  `import * as sdk from 'genlock/sdk';\nexport default async function generate(context) {\n${body}\n}\n`;

function write(folder: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
}

/** Makes a project with these plugins, the first called `one`, the second `two`. */
export async function projectWith(...plugins: readonly Given[]): Promise<Project> {
  const cwd = temporaryFolder();
  for (const [index, given] of plugins.entries()) {
    const name = ['one', 'two'][index];
    write(join(cwd, 'plugins', String(name)), {
      'manifest.json': JSON.stringify({ name, version: '1.0.0', ...given.manifest }),
      'package.json': JSON.stringify({ name, version: '1.0.0', ...given.manifest }),
      'generator.js': given.generator ?? generatorOf(given.body ?? copy),
      ...given.files,
    });
  }
  const config = Object.assign({ name: 'shop', database: 'file' }, ...plugins.map((given) => given.config));
  write(cwd, { 'shop.json': JSON.stringify(config) });
  const request = { cwd, root: join(cwd, 'app'), config: join(cwd, 'shop.json'), plugins: [join(cwd, 'plugins')] };
  const result = await initProject({ ...request, yes: true, dryRun: false, install: false }, quietPorts);
  return {
    has: (path) => existsSync(join(cwd, 'app', path)),
    read: (path) => readFileSync(join(cwd, 'app', path), 'utf8'),
    warnings: result.warnings,
  };
}

/** The problems `init` is refused with. */
export async function refusal(...plugins: readonly Given[]): Promise<readonly Problem[]> {
  try {
    await projectWith(...plugins);
  } catch (error) {
    if (error instanceof GenlockError) return error.problems;
    throw error;
  }
  throw new Error('nothing was refused');
}

/** The codes `init` is refused with. */
export const codes = async (...plugins: readonly Given[]) => (await refusal(...plugins)).map(({ code }) => code);
