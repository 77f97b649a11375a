import type { ContributedFile } from '../../sandbox/index.ts';
import { dataMigrationPath } from '../plugin/data-migrations.ts';
import type { Contribution } from '../plugin/plugin.ts';
import type { EmittedFile, RenderInput } from './emitter.ts';

/** Returns the files that plugins add with `copyTemplates`. A later call of a plugin overrides an earlier one. */
export function* contributedFiles({ contributions }: RenderInput): Generator<EmittedFile> {
  for (const contribution of contributions) {
    const files = contribution.operations.flatMap((operation) =>
      operation.kind === 'copyTemplates' ? operation.files : [],
    );
    const last = new Map(files.map((file) => [file.path, file]));
    for (const file of last.values()) {
      yield { path: file.path, content: contentOf(file, contribution), owner: contribution.manifest.name };
    }
  }
}

/** Returns the data migrations of updates. `genlock db migrate dev` turns them into migrations of the project. */
export function* dataMigrationFiles({ contributions }: RenderInput): Generator<EmittedFile> {
  for (const { manifest, migrations = [] } of contributions) {
    for (const { version, script } of migrations) {
      const content = script.replaceAll('\r\n', '\n').replace(/\n?$/u, '\n');
      yield { path: dataMigrationPath(manifest.name, version), content, owner: manifest.name };
    }
  }
}

function contentOf(file: ContributedFile, { files, manifest }: Contribution): string | Uint8Array {
  if ('content' in file) return file.content;
  const bytes = files.get(file.source);
  if (bytes === undefined) {
    throw new Error(`${manifest.name} copies ${file.source}, which its package does not hold`);
  }
  return bytes;
}
