import { join } from 'node:path';
import * as z from 'zod';
import { readJsonDocument, type JsonDocument } from '../core/json-document.ts';
import { GenlockError, throwProblems } from '../errors/error.ts';
import type { Problem } from '../errors/error.ts';
import type { Manifest } from './plugin.ts';

const packageFile = 'package.json';

const documentCodes = {
  syntax: 'PLUGIN_PACKAGE_INVALID',
  tooLarge: 'PLUGIN_PACKAGE_INVALID',
  keyDuplicate: 'PLUGIN_PACKAGE_INVALID',
  keyForbidden: 'PLUGIN_PACKAGE_INVALID',
} as const;

/** The only two keys of package.json that affect a plugin. */
const identity = z.object({ name: z.string(), version: z.string() });
const keys = ['name', 'version'] as const;

/** Files and folder of a package. */
export interface ReadPackage {
  /** Package path → bytes. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly folder: string;
}

/**
 * Checks a plugin's package.json against its manifest, as the plugin contract requires. Both must declare the same name
 * and version.
 *
 * @returns warnings: a plugin without a package.json works, but can't be published
 * @throws GenlockError PLUGIN_PACKAGE_MISMATCH with every difference; PLUGIN_PACKAGE_INVALID if it can't be read
 */
export function checkPackageJson(manifest: Manifest, from: ReadPackage): readonly string[] {
  const document = packageDocument(from);
  if (document === undefined) return [`there is no ${packageFile}, so the plugin can't be published`];
  const read = identity.safeParse(document.value);
  if (!read.success) throw invalid(document.file);
  throwProblems(
    keys
      .filter((key) => read.data[key] !== manifest[key])
      .map((key): Problem => {
        const both = `${JSON.stringify(read.data[key])} in ${packageFile} and ${JSON.stringify(manifest[key])} in manifest.json`;
        return { code: 'PLUGIN_PACKAGE_MISMATCH', message: `The ${key} is ${both}.`, where: document.locate([key]) };
      }),
  );
  return [];
}

const described = z.object({ description: z.string() });

/** Returns a warning if package.json, which registries show, describes the plugin otherwise than its manifest. */
export function descriptionWarnings({ description }: Manifest, from: ReadPackage): readonly string[] {
  const read = described.safeParse(packageDocument(from)?.value);
  if (!read.success || description === undefined || read.data.description === description) return [];
  return [
    `the descriptions in ${packageFile} and manifest.json differ, so registries and projects show different ones`,
  ];
}

/**
 * Reads the package.json of a package; `undefined` if it does not exist.
 *
 * @throws GenlockError PLUGIN_PACKAGE_INVALID if it is not JSON
 */
export function packageDocument({ files, folder }: ReadPackage): JsonDocument | undefined {
  const bytes = files.get(packageFile);
  if (bytes === undefined) return undefined;
  const file = join(folder, packageFile);
  const document = readJsonDocument(textOf(bytes, file), { file, codes: documentCodes });
  throwProblems(document.problems);
  return document;
}

/** @throws GenlockError PLUGIN_PACKAGE_INVALID: a plugin that is to be published has a package.json */
export function requirePackageJson({ files, folder }: ReadPackage): void {
  if (!files.has(packageFile)) throw invalid(join(folder, packageFile));
}

function textOf(bytes: Uint8Array, file: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(file);
  }
}

function invalid(file: string): GenlockError {
  const message = `${packageFile} is not a JSON object with a name and a version`;
  return new GenlockError({ code: 'PLUGIN_PACKAGE_INVALID', message, where: { file } });
}
