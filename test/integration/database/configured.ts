import type { TestContext } from 'vitest';
import { readConfig } from '../../../src/config/read.ts';
import { renderPrismaSchema } from '../../../src/data-layer/prisma-schema.ts';
import { renamesOf } from '../../../src/data-layer/renames.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import type { DevRequest } from '../../../src/database/migrate-dev.ts';
import type { PushRequest } from '../../../src/database/push.ts';
import { kinds, type Project, projectOn } from '../../unit/database/project.ts';

type Kind = (typeof kinds)[number];

/** A project whose schema and renames come from a configuration. */
export class Configured {
  readonly project: Project;
  readonly #kind: Kind;

  constructor(project: Project, kind: Kind) {
    this.project = project;
    this.#kind = kind;
  }

  /** Migrates to the entities. */
  dev(entities: readonly object[], request: Partial<DevRequest> = {}) {
    return this.project.dev({ renames: this.#write(entities), ...request });
  }

  /** Pushes the entities. */
  push(entities: readonly object[], request: Partial<PushRequest> = {}) {
    return this.project.push({ renames: this.#write(entities), ...request });
  }

  #write(entities: readonly object[]) {
    const database = this.#kind === 'sqlite' ? 'file' : 'relational';
    const config = readConfig(JSON.stringify({ database, entities }), { file: 'genlock.json' });
    const [, ...models] = renderPrismaSchema(resolveModel(config)).values();
    this.project.models(models.join('\n'));
    return renamesOf(config);
  }

  rows(table: string, columns: string) {
    return this.project.sql(`SELECT ${columns} FROM "${table}" ORDER BY 1`);
  }
}

export async function configured(context: TestContext, kind: Kind): Promise<Configured> {
  return new Configured(await projectOn(context, { kind }), kind);
}

/** Returns the statement that inserts a row. */
export function insert(table: string, rest: Readonly<Record<string, string>>): string {
  const row = { id: '1', updatedAt: '2026-01-01', ...rest };
  const names = Object.keys(row).map((name) => `"${name}"`);
  return `INSERT INTO "${table}" (${names.join(', ')}) VALUES (${Object.values(row)
    .map((value) => `'${value}'`)
    .join(', ')})`;
}
