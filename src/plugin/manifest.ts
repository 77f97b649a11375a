import type * as z from 'zod';
import { isPrototypeKey } from '../../sandbox/index.ts';
import { databaseKinds } from '../config/config.ts';
import { readJsonDocument } from '../core/json-document.ts';
import { checkSchema, problemsIn, type SchemaFault } from '../core/schema-check.ts';
import { throwProblems } from '../errors/error.ts';
import type { Problem } from '../errors/error.ts';
import { printable } from '../errors/printable.ts';
import { manifestRules, manifestSchema } from './manifest/rules.ts';
import type { Manifest } from './plugin.ts';

const documentCodes = {
  syntax: 'PLUGIN_MANIFEST_SYNTAX',
  tooLarge: 'PLUGIN_MANIFEST_TOO_LARGE',
  keyDuplicate: 'PLUGIN_MANIFEST_KEY_DUPLICATE',
  keyForbidden: 'PLUGIN_MANIFEST_KEY_FORBIDDEN',
} as const;

const schemaCodes = {
  keyUnknown: 'PLUGIN_MANIFEST_KEY_UNKNOWN',
  keyMissing: 'PLUGIN_MANIFEST_KEY_MISSING',
  wrongType: 'PLUGIN_MANIFEST_WRONG_TYPE',
} as const;

/**
 * Reads `manifest.json` by the plugin contract and applies its defaults. Unknown keys are warnings, because a newer
 * contract might define them. If the manifest has other problems, unknown keys are reported too, because they can be
 * misspelt keys.
 *
 * @param text the file's content
 * @param options.strict unknown keys are problems: what `plugin validate` tells an author
 * @throws GenlockError with all problems at once, each with line, column and key, in the order of the text
 */
export function readManifest(
  text: string,
  { file, strict = false }: { readonly file: string; readonly strict?: boolean },
): { readonly manifest: Manifest; readonly warnings: readonly string[] } {
  const document = readJsonDocument(text, { file, codes: documentCodes });
  const { value } = document;
  const { data, faults: schemaFaults, unknownKeys } = checkSchema(manifestSchema, { value, codes: schemaCodes });
  const unknown = unknownKeys.map(forbidPrototypeKey);
  const forbidden = unknown.filter(({ code }) => code === documentCodes.keyForbidden);
  const own = [...schemaFaults, ...manifestRules.flatMap((find) => find(value))];
  const faults = [...own, ...(strict ? unknown : forbidden)];
  if (data === undefined || faults.length > 0 || document.problems.length > 0) {
    throwProblems(problemsIn(document, [...own, ...unknown]));
    throw new Error('a manifest without problems has no data');
  }
  return { manifest: withDefaults(data), warnings: strict ? [] : problemsIn(document, unknownKeys).map(sentence) };
}

/** Reports keys that every object inherits, such as `__proto__`, as forbidden. */
function forbidPrototypeKey(unknown: SchemaFault): SchemaFault {
  const key = String(unknown.path.at(-1));
  if (!isPrototypeKey(key)) return unknown;
  const { path, inKey = true } = unknown;
  return { code: documentCodes.keyForbidden, message: `The key "${key}" is not allowed.`, path, inKey };
}

function withDefaults(written: z.infer<typeof manifestSchema>): Manifest {
  const {
    $schema: _,
    frameworks = ['express'],
    databases = databaseKinds,
    dependencies = {},
    settings,
    ...rest
  } = written;
  return {
    ...rest,
    frameworks: [...new Set(frameworks)],
    databases: [...new Set(databases)],
    dependencies,
    settings: settings?.schema ?? {},
  };
}

function sentence({ message, hint, where }: Problem): string {
  return printable([message, hint, `(manifest.json:${where?.line}:${where?.column})`].filter(Boolean).join(' '));
}
