import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { schemaFolder } from '../data-layer/prisma-schema.ts';
import { GenlockError } from '../errors/error.ts';

/**
 * Reads the project's schema from disk: path from the root → text, sorted by path.
 *
 * @param root absolute path of the project
 * @throws GenlockError `DATA_SCHEMA_MISSING` if there is no schema file at all.
 */
export async function readSchema(root: string): Promise<ReadonlyMap<string, string>> {
  const entries = await readdir(join(root, schemaFolder), { recursive: true, withFileTypes: true }).catch(() => []);
  const paths = entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.prisma'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .sort();
  if (paths.length === 0) {
    throw new GenlockError({ code: 'DATA_SCHEMA_MISSING', message: `${schemaFolder} contains no .prisma file` });
  }
  return new Map(
    await Promise.all(paths.map(async (path) => [path, await readFile(join(root, path), 'utf8')] as const)),
  );
}

const documentSource = /^\s*datasource\s+\w+\s*\{[^}]*\bprovider\s*=\s*"mongodb"/m;

/** Returns whether a schema is for MongoDB. */
export function isDocumentSchema(schema: ReadonlyMap<string, string>): boolean {
  return [...schema.values()].some((text) => documentSource.test(text));
}

/**
 * Returns the schema without the datasource `url`, which the Prisma 6 release for MongoDB requires and this compiler
 * refuses. Positions are unchanged.
 */
export function withoutUrl(schema: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  return new Map(
    [...schema].map(([path, text]) => [path, documentSource.test(text) ? text.replace(urlLine, '') : text]),
  );
}

const urlLine = /^[ \t]*url[ \t]*=.*$/m;
