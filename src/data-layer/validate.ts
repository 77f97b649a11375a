import { GenlockError, type Problem } from '../errors/error.ts';

/** A diagnostic of the schema compiler. Offsets count UTF-16 units from 0. */
interface Diagnostic {
  readonly file_name: string;
  readonly start: number;
  readonly text: string;
  readonly is_warning: boolean;
}

/**
 * Checks schema files with Prisma's own compiler, in process; the datasource among them decides what is allowed.
 * The compiler is loaded on the first call. It is Prisma 7's for every kind: the `url` that Prisma 6 wants in a MongoDB
 * datasource is passed over.
 *
 * @param files path from the project's root → text
 * @throws GenlockError `DATA_SCHEMA_INVALID` with every problem's file, line and column.
 */
export async function validatePrismaSchema(files: ReadonlyMap<string, string>): Promise<void> {
  const compiler = await loadCompiler();
  const schema = readable(files);
  const diagnostics: readonly Diagnostic[] = JSON.parse(compiler.lint(JSON.stringify(schema)));
  const [first, ...rest] = diagnostics
    .filter(({ is_warning }) => !is_warning)
    .map((diagnostic) => problemAt(diagnostic, files));
  if (first !== undefined) throw new GenlockError([first, ...rest]);
  try {
    compiler.validate(JSON.stringify({ prismaSchema: schema, noColor: true }));
  } catch (cause) {
    throw new GenlockError(compilerProblem(cause), { cause });
  }
}

/** The provider of the datasource in a valid schema, e.g. `sqlite`; `undefined` if there is no datasource. */
export async function providerOf(files: ReadonlyMap<string, string>): Promise<string | undefined> {
  const compiler = await loadCompiler();
  const answer: Configuration = JSON.parse(compiler.get_config(JSON.stringify({ prismaSchema: readable(files) })));
  return answer.config.datasources[0]?.provider;
}

/** Replaces the `url` with spaces, so that all other positions are unchanged. */
function readable(files: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  const datasource = /^datasource\s+\w+\s*\{[^}]*provider\s*=\s*"mongodb"[^}]*\}/gmu;
  const url = /^[ \t]*url[ \t]*=[^\n]*$/gmu;
  return Array.from(files, ([path, text]) => [
    path,
    text.replaceAll(datasource, (block) => block.replaceAll(url, (line) => ' '.repeat(line.length))),
  ]);
}

interface Configuration {
  readonly config: { readonly datasources: readonly { readonly provider: string }[] };
}

/** Loads the compiler in advance, during another wait. Loading errors are reported by the first use. */
export async function prepareCompiler(): Promise<void> {
  await loadCompiler().catch(() => undefined);
}

async function loadCompiler() {
  return (await import('@prisma/prisma-schema-wasm')).default;
}

function problemAt({ file_name, start, text }: Diagnostic, files: ReadonlyMap<string, string>): Problem {
  const lines = (files.get(file_name) ?? '').slice(0, start).split('\n');
  return {
    code: 'DATA_SCHEMA_INVALID',
    message: text,
    where: { file: file_name, line: lines.length, column: (lines.at(-1) ?? '').length + 1 },
  };
}

/** Converts an error of the full compilation: JSON with a message that contains `-->  file:line`. */
function compilerProblem(cause: unknown): Problem {
  const text =
    typeof cause === 'object' && cause !== null && 'message' in cause ? String(cause.message) : String(cause);
  const answer: { readonly message: string } = text.startsWith('{') ? JSON.parse(text) : { message: text };
  const [, file, line] = /-->\s+(.+):(\d+)/.exec(answer.message) ?? [];
  return {
    code: 'DATA_SCHEMA_INVALID',
    message: answer.message.replace(/^error: /, '').split('\n')[0] ?? answer.message,
    ...(file === undefined ? {} : { where: { file, line: Number(line) } }),
  };
}
