/** A generated project with `auth-jwt`: made by the real commands, installed and built once for all test files of a run. */
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { genlock, run } from './cli.ts';
import { once } from './once.ts';
import { freshDatabase } from './postgres.ts';
import { runFolder } from './run-folder.ts';
import { done, installPackages, npm } from './shop.ts';

/** The kinds of database a server can be started on here. */
export type AuthKind = 'file' | 'relational';

/** One entity that belongs to users and one for administrators. */
const entities = [
  {
    name: 'Note',
    access: { read: 'owner', write: 'owner' },
    fields: [{ name: 'title', type: 'String', required: true }],
    relations: [{ name: 'author', type: 'many-to-one', target: 'User', required: true }],
  },
  {
    name: 'Notice',
    access: { read: 'admin', write: 'admin' },
    fields: [{ name: 'title', type: 'String', required: true }],
  },
];

/**
 * The project's root; it is built, and has a migration.
 *
 * @throws Error with the output of whatever failed
 */
export async function authProject(kind: AuthKind): Promise<string> {
  return made(kind, (folder) => create(folder, kind, { 'auth-jwt': { enabled: true } }));
}

/** The root of a project with passkeys, like `authProject`. */
export async function passkeyProject(): Promise<string> {
  const plugins = { 'auth-jwt': { enabled: true }, 'auth-passkey': { enabled: true } };
  return made('passkeys', (folder) => create(folder, 'file', plugins));
}

/** The root of a project that sends mail, like `authProject`. */
export async function mailProject(): Promise<string> {
  const plugins = { 'auth-jwt': { enabled: true }, 'mail-smtp': { enabled: true } };
  return made('mail', (folder) => create(folder, 'file', plugins));
}

/** The root of a project with `auth-nextauth`, for providers on this machine. */
export async function providersProject(kind: AuthKind = 'file'): Promise<string> {
  const settings = { providers: 'oidc,github,gitlab' };
  const plugins = { 'auth-jwt': { enabled: true }, 'auth-nextauth': { enabled: true, settings } };
  return made(`providers-${kind}`, (folder) => create(folder, kind, plugins));
}

/** The root of a project with all account plugins, which is not built: its tests run from the sources. */
export async function accountsProject(): Promise<string> {
  const settings = { providers: 'oidc,github,gitlab' };
  const plugins = {
    'auth-jwt': { enabled: true },
    'auth-nextauth': { enabled: true, settings },
    'auth-passkey': { enabled: true },
  };
  return made('accounts', async (folder) => {
    const root = await createSources(folder, 'file', plugins);
    await npm(root, ['run', 'db:generate']);
    return root;
  });
}

/** Creates, installs and builds a project with plugins. */
async function create(folder: string, kind: AuthKind, plugins: object): Promise<string> {
  const root = await createSources(folder, kind, plugins);
  await npm(root, ['run', 'build']);
  return root;
}

/** Creates and installs a project with plugins. */
async function createSources(folder: string, kind: AuthKind, plugins: object): Promise<string> {
  mkdirSync(folder);
  const config = join(folder, 'genlock.json');
  writeFileSync(config, JSON.stringify({ database: kind, entities, plugins }));
  done(await genlock(['init', 'shop', '--config', config, '--yes'], { cwd: folder }));
  const root = join(folder, 'shop');
  await installPackages(root);
  await migrate(root, kind);
  return root;
}

/** Creates the first migration with a temporary database. The build generates the client, and no test needs sample data. */
async function migrate(root: string, kind: AuthKind): Promise<void> {
  const database = kind === 'relational' ? await freshDatabase() : undefined;
  const env = { DATABASE_URL: database?.url ?? 'file:./data/first.db' };
  done(await genlock(['db', 'migrate', 'dev', '--name', 'init', '--create-only'], { cwd: root, env }));
  await database?.drop();
}

/**
 * A copy of the file project with other sources, built; it shares the packages of the first.
 *
 * @param name of the variant, one per set of changes
 * @param change edits the copy before it is built
 */
export async function authVariant(name: string, change: (root: string) => void | Promise<void>): Promise<string> {
  return made(name, async (folder) => {
    const root = await authCopy(folder);
    await change(root);
    await npm(root, ['run', 'build']);
    return root;
  });
}

/**
 * Copies the file project. The copy shares the packages of the original.
 *
 * @param folder parent of the copy
 * @returns the root of the copy
 */
export async function authCopy(folder: string): Promise<string> {
  const original = await authProject('file');
  const root = join(folder, 'shop');
  const omitted = ['node_modules', 'dist'].map((name) => join(original, name));
  cpSync(original, root, { recursive: true, filter: (path) => !omitted.includes(path) });
  done(await run(['cp', '-al', join(original, 'node_modules'), root], { cwd: folder }));
  return root;
}

/** Returns the project with this name. The first caller of a run creates it. */
function made(name: string, make: (folder: string) => Promise<string>): Promise<string> {
  const folder = join(runFolder(), `auth-${name}`);
  return once(`${folder}.ready`, () => make(folder));
}
