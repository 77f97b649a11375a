import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A user edit and an upstream edit of one file. A version is `undefined` if the file does not exist in it. */
export interface MergeCase {
  readonly kind: string;
  readonly name: string;
  /** The path of the file in a project. The path decides how Genlock merges. */
  readonly path: string;
  readonly base: Buffer | undefined;
  readonly yours: Buffer | undefined;
  readonly theirs: Buffer | undefined;
  /** The file on disk after the change, with conflict markers if a conflict is written into it. */
  readonly expected: Buffer | undefined;
  /** `nothing`, `merge`, `create`, `update`, `delete` or `conflict <reason>`. */
  readonly outcome: string;
}

/** A version of a file as `cases/<kind>.json` stores it: text, or base64 if the bytes are not UTF-8. */
type StoredVersion = string | { readonly base64: string };

type StoredCase = Partial<Record<'base' | 'yours' | 'theirs' | 'expected', StoredVersion>> & {
  readonly outcome: string;
};

const paths: Readonly<Record<string, string>> = {
  binary: 'client/logo.png',
  code: 'server/app.ts',
  component: 'client/components/NameForm.tsx',
  document: 'README.md',
  environment: '.env.example',
  package: 'package.json',
  schema: 'prisma/schema/schema.prisma',
  settings: 'tsconfig.json',
  styles: 'client/styles/form.css',
  workflow: '.github/workflows/ci.yml',
};

const bytesOf = (version: StoredVersion | undefined): Buffer | undefined =>
  version === undefined
    ? undefined
    : typeof version === 'string'
      ? Buffer.from(version)
      : Buffer.from(version.base64, 'base64');

/** All merge cases, from `cases/<kind>.json`. */
export const mergeCases: readonly MergeCase[] = Object.entries(paths).flatMap(([kind, path]) => {
  const file = join(import.meta.dirname, 'cases', `${kind}.json`);
  const stored = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, StoredCase>>;
  return Object.entries(stored).map(([name, { base, yours, theirs, expected, outcome }]) => ({
    kind,
    name,
    path,
    base: bytesOf(base),
    yours: bytesOf(yours),
    theirs: bytesOf(theirs),
    expected: bytesOf(expected),
    outcome,
  }));
});
