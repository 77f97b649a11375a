/** Helpers to run small test plugins. */
import { runPlugin } from '../../../sandbox/index.ts';
import type { RunInput, RunOptions, RunReport, SandboxErrorCode } from '../../../sandbox/index.ts';
import { SandboxError } from '../../../sandbox/index.ts';

export type Files = Readonly<Record<string, string | Uint8Array>>;

const sdkImport = `import * as sdk from 'genlock/sdk';\n`;

/** Returns the input of a run. `generator` is the body of the default export, unless the code contains an export. */
export function pluginInput(
  generator: string,
  files: Files = {},
  context: Partial<RunInput['context']> = {},
): RunInput {
  const source = /\bexport\b/.test(generator)
    ? generator
    : `${sdkImport}export default async function generate(context) {\n${generator}\n}\n`;
  const encoder = new TextEncoder();
  const entries = Object.entries({ 'generator.js': source, ...files });
  return {
    plugin: { name: 'reports', version: '1.2.3', frameworks: ['express', 'nextjs'] },
    files: new Map(entries.map(([path, text]) => [path, typeof text === 'string' ? encoder.encode(text) : text])),
    context: {
      framework: 'express',
      database: 'file',
      settings: { pageSize: 20, title: 'Ünï "x"', on: true },
      ...context,
    },
    project: { name: 'shop' },
  };
}

/** Runs a plugin that should succeed. */
export function run(generator: string, files: Files = {}, options: RunOptions = {}): Promise<RunReport> {
  return runPlugin(pluginInput(generator, files), options);
}

/** Runs a plugin that should fail, and returns its error. */
export async function failing(generator: string, files: Files = {}, options: RunOptions = {}): Promise<SandboxError> {
  try {
    await run(generator, files, options);
  } catch (error) {
    if (error instanceof SandboxError) return error;
    throw error;
  }
  throw new Error('the run ended well');
}

/** Returns the code of the error. */
export async function codeOf(
  generator: string,
  files: Files = {},
  options: RunOptions = {},
): Promise<SandboxErrorCode> {
  return (await failing(generator, files, options)).code;
}

/** Returns the files of the first copyTemplates by path: the content, or the package path in angle brackets. */
export function copied(report: RunReport): Record<string, string> {
  const operation = report.operations.find((one) => one.kind === 'copyTemplates');
  if (operation === undefined) throw new Error('no copyTemplates');
  return Object.fromEntries(
    operation.files.map((file) => [file.path, 'content' in file ? file.content : `<${file.source}>`]),
  );
}
