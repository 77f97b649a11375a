/** An author with a plugin's folder, an empty home and a registry, for tests of publishing. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  publishPlugin,
  type PublishPorts,
  type PublishRequest,
  type PublishResult,
} from '../../src/flows/author/publish.ts';
import { fakeRegistry, type FakeRegistry } from './fake-registry.ts';
import { examplePlugin } from './life.ts';
import { publications, type Publications } from './publications.ts';
import { temporaryFolder } from './temporary.ts';

/** `guestbook` of the examples, not published yet. */
export interface Author extends AsyncDisposable {
  readonly registry: FakeRegistry;
  readonly published: Publications;
  /** The plugin's, absolute. */
  readonly folder: string;
  readonly home: string;
  /** Previews shown before the prompt. */
  readonly previews: readonly PublishResult[];
  readonly publish: (more?: Partial<PublishRequest>, machine?: Partial<PublishPorts>) => Promise<PublishResult>;
  /** @param path from the plugin's folder */
  readonly write: (path: string, text: string) => void;
  /** Changes keys of a JSON file. */
  readonly edit: (name: string, change: object) => void;
  /** A machine with a policy. */
  readonly obeying: (policy: object) => Pick<PublishPorts, 'env'>;
}

/** Creates an author without a terminal, with `--yes`. */
export async function newAuthor(): Promise<Author> {
  const registry = await fakeRegistry();
  const home = temporaryFolder();
  const folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  const previews: PublishResult[] = [];
  const ports: PublishPorts = {
    env: { HOME: home, npm_config_registry: registry.url },
    clock: () => new Date('2026-06-01T12:00:00Z'),
    progress: () => {},
    interactive: false,
    preview: (result) => void previews.push(result),
    agree: () => Promise.resolve(false),
  };
  const author: Author = {
    ...{ registry, published: publications(registry, 'guestbook'), folder, home, previews },
    publish: (more = {}, machine = {}) =>
      publishPlugin({ cwd: folder, folder, yes: true, dryRun: false, ...more }, { ...ports, ...machine }),
    write: (path, text) => {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    },
    edit: (name, change) => {
      const file = join(folder, name);
      writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...change }));
    },
    obeying: (policy) => {
      const file = join(folder, '../policy.json');
      writeFileSync(file, JSON.stringify({ version: 1, ...policy }));
      return { env: { PATH: process.env['PATH'], ...ports.env, GENLOCK_POLICY: file } };
    },
    [Symbol.asyncDispose]: () => registry[Symbol.asyncDispose](),
  };
  // One run is enough here.
  author.edit('manifest.json', { databases: ['file'] });
  return author;
}
