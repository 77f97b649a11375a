import { describe, expect, test } from 'vitest';
import type { Operation } from '../../../sandbox/index.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { validateStored } from '../../../src/validation/validate-stored.ts';
import type { Contribution } from '../../../src/plugin/plugin.ts';
import { readOperations, storeOperations } from '../../../src/project/operations.ts';
import { files, manifestOf, unvalidated } from './trial.ts';

const sound: Contribution = {
  manifest: manifestOf({ settings: { region: { type: 'string', default: 'eu' } }, dependencies: { zod: '^4.0.0' } }),
  settings: { region: 'eu' },
  operations: [
    files('server/stock.ts'),
    { kind: 'copyTemplates', files: [{ path: 'public/a.bin', source: 'templates/a.bin' }] },
  ],
  files: new Map([['templates/a.bin', Uint8Array.of(1, 2)]]),
};

/** Stores a contribution and reads it back, like a command that runs no plugin. */
function readBack(contribution: Contribution, name = 'stock'): Contribution {
  const { digest, objects } = storeOperations(contribution);
  return readOperations({
    digest,
    read: (of) => Buffer.from(objects.get(of) ?? ''),
    validate: (stored) =>
      validateStored(stored, {
        name,
        model: resolveModel({ database: 'file', entities: [] }),
        isSkeleton: false,
        read: (of) => Buffer.from(objects.get(of) ?? ''),
      }),
  });
}

const refusal = (code: string) => expect.objectContaining({ code });

test('reads a sound contribution back unchanged', () => {
  const { manifest, operations, settings, files: bytes } = readBack(sound);
  expect({ manifest, operations, settings }).toEqual({
    manifest: sound.manifest,
    operations: sound.operations,
    settings: sound.settings,
  });
  expect([...bytes.keys()]).toEqual(['templates/a.bin']);
});

describe('a manipulated contribution is refused', () => {
  test('if its operations are not allowed', () => {
    const operations = [files('.GIT/hooks/post-checkout')];
    expect(() => readBack({ ...sound, operations })).toThrow(refusal('JUDGE_PATH_TOOL'));
    expect(unvalidated(operations).has('.GIT/hooks/post-checkout')).toBe(true);
  });

  test('if its operations are invalid', () => {
    const operations = [{ kind: 'copyTemplates', files: [{ path: 'a.ts', content: '', mode: 0o777 }] }] as unknown;
    expect(() => readBack({ ...sound, operations: operations as Operation[] })).toThrow(refusal('SANDBOX_RESULT'));
  });

  test('if its manifest is invalid', () => {
    const manifest = { ...sound.manifest, dependencies: { x: 'file:../x' } };
    expect(() => readBack({ ...sound, manifest })).toThrow(refusal('PLUGIN_DEPENDENCY_REFUSED'));
  });

  test('if it claims to be the skeleton', () => {
    const manifest = { ...sound.manifest, name: 'base' };
    const operations = [files('scripts/task.mjs')];
    expect(() => readBack({ ...sound, manifest, operations }, 'base')).toThrow(refusal('JUDGE_PATH_SKELETON'));
  });

  test('if it belongs to another plugin', () => {
    expect(() => readBack(sound, 'other')).toThrow(refusal('PROJECT_OBJECT_INVALID'));
  });

  test('if its file content is missing', () => {
    expect(() => readBack({ ...sound, files: new Map() })).toThrow(refusal('JUDGE_SOURCE_MISSING'));
  });
});
