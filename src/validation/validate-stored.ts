import { parseOperations, type Operation } from '../../sandbox/index.ts';
import { GenlockError } from '../errors/error.ts';
import { readManifest } from '../plugin/manifest.ts';
import { valueAt } from '../plugin/manifest/validated-text.ts';
import type { Manifest } from '../plugin/plugin.ts';
import { requireValidOperations, type Subject } from './validate.ts';

/** Contribution stored in a project. It is untrusted input. */
export interface StoredContribution {
  readonly manifest: unknown;
  readonly operations: unknown;
  /** Package path → digest. */
  readonly files: Readonly<Record<string, string>>;
}

/** Data about the plugin from the lockfile, not from the contribution. */
export type StoredSubject = Pick<Subject, 'model' | 'isSkeleton'> & {
  readonly name: string;
  /** Reads a package file by its digest. */
  readonly read: (digest: string) => Uint8Array;
};

/**
 * Validates a stored contribution like a new one from the sandbox: the manifest by its rules, the operations by schema
 * and meaning.
 *
 * @throws GenlockError PLUGIN_…, JUDGE_…, or PROJECT_OBJECT_INVALID for another plugin's; SandboxError SANDBOX_RESULT
 */
export function validateStored(
  stored: StoredContribution,
  { name, read, ...subject }: StoredSubject,
): { readonly manifest: Manifest; readonly operations: readonly Operation[] } {
  const file = `the stored contribution of ${name}`;
  const { manifest } = readManifest(JSON.stringify(asWritten(stored.manifest)), { file });
  if (manifest.name !== name) {
    throw new GenlockError({ code: 'PROJECT_OBJECT_INVALID', message: `${file} belongs to ${manifest.name}` });
  }
  const operations = parseOperations(stored.operations);
  requireValidOperations(operations, {
    ...subject,
    manifest,
    files: {
      has: (path) => Object.hasOwn(stored.files, path),
      get: (path) => {
        const digest = Object.hasOwn(stored.files, path) ? stored.files[path] : undefined;
        return digest === undefined ? undefined : read(digest);
      },
    },
  });
  return { manifest, operations };
}

/** Converts a manifest in memory to the file's format, where `settings` contains a `schema`. */
function asWritten(manifest: unknown): unknown {
  if (typeof manifest !== 'object' || manifest === null) return manifest ?? null;
  return { ...manifest, settings: { schema: valueAt(manifest, 'settings') } };
}
