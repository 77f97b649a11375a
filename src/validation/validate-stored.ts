import { parseOperations, type Operation } from '../../sandbox/index.ts';
import { GenlockError } from '../errors/error.ts';
import { readManifest } from '../plugin/manifest.ts';
import { valueAt } from '../plugin/manifest/validated-text.ts';
import type { Manifest } from '../plugin/plugin.ts';
import { requireValidOperations, type Subject } from './validate.ts';

/** A contribution as a project keeps it: input like any other. */
export interface StoredContribution {
  readonly manifest: unknown;
  readonly operations: unknown;
  /** Package path → digest. */
  readonly files: Readonly<Record<string, string>>;
}

/** What the lockfile, not the contribution itself, says of the plugin. */
export type StoredSubject = Pick<Subject, 'model' | 'isSkeleton'> & { readonly name: string };

/**
 * Judges a stored contribution as if it came from the sandbox now: the manifest by its rules, the operations by shape and
 * by meaning.
 *
 * @throws GenlockError PLUGIN_…, JUDGE_…, or PROJECT_OBJECT_INVALID for another plugin's; SandboxError SANDBOX_RESULT
 */
export function validateStored(
  stored: StoredContribution,
  { name, ...subject }: StoredSubject,
): { readonly manifest: Manifest; readonly operations: readonly Operation[] } {
  const file = `the stored contribution of ${name}`;
  const { manifest } = readManifest(JSON.stringify(asWritten(stored.manifest)), { file });
  if (manifest.name !== name) {
    throw new GenlockError({ code: 'PROJECT_OBJECT_INVALID', message: `${file} is one of ${manifest.name}` });
  }
  const operations = parseOperations(stored.operations);
  requireValidOperations(operations, {
    ...subject,
    manifest,
    files: { has: (path) => Object.hasOwn(stored.files, path) },
  });
  return { manifest, operations };
}

/** A manifest in memory holds the settings themselves, the file a schema of them. */
function asWritten(manifest: unknown): unknown {
  if (typeof manifest !== 'object' || manifest === null) return manifest ?? null;
  return { ...manifest, settings: { schema: valueAt(manifest, 'settings') } };
}
