import type { DatabaseKind } from './config.ts';

/** The `DATABASE_URL` of a new project. */
export const databaseUrls: Readonly<Record<DatabaseKind, string>> = {
  file: 'file:./data/dev.db',
  relational: 'postgresql://postgres:postgres@localhost:5432/app',
  document: 'mongodb://localhost:27017/app?replicaSet=rs0',
};

/** The product of a database kind, as messages name it. */
export const databaseProducts: Readonly<Record<DatabaseKind, string>> = {
  file: 'SQLite',
  relational: 'PostgreSQL',
  document: 'MongoDB',
};

/** Database kinds with migrations, by the provider in Prisma's datasource and in `migration_lock.toml`. */
export const migratedKinds = { sqlite: 'file', postgresql: 'relational' } as const satisfies Record<
  string,
  DatabaseKind
>;

/** Returns whether a provider has migrations. */
export function hasMigrations(provider: string | undefined): provider is keyof typeof migratedKinds {
  return provider !== undefined && Object.hasOwn(migratedKinds, provider);
}

const schemes: readonly (readonly [scheme: RegExp, kind: DatabaseKind])[] = [
  [/^file:/iu, 'file'],
  [/^postgres(?:ql)?:/iu, 'relational'],
  [/^mongodb(?:\+srv)?:/iu, 'document'],
];

/** Returns the database kind of a `DATABASE_URL`; `undefined` if the scheme is unknown. */
export function kindOfUrl(url: string): DatabaseKind | undefined {
  return schemes.find(([scheme]) => scheme.test(url))?.[1];
}

/** Returns the line of a `.env` file that sets a variable, from 1. The last one if there are several. */
export function lineOfVariable(text: string, name: string): number | undefined {
  const lines = text.split(/\r\n|\n|\r/u);
  const at = lines.findLastIndex(
    (line) =>
      line
        .replace(/^\s*(?:export\s+)?/u, '')
        .split('=')[0]
        ?.trim() === name,
  );
  return at === -1 ? undefined : at + 1;
}
