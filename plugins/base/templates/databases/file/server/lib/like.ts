import { PrismaLibSql } from '@prisma/adapter-libsql';

/** The escape character of LIKE patterns: a control character that strings rarely contain. */
const escapeCharacter = '\u001B';

/** Escapes the wildcards of LIKE. Prisma does not. */
export function likeEscape(text: string): string {
  return text
    .replaceAll(escapeCharacter, escapeCharacter.repeat(2))
    .replaceAll(/[%_]/g, `${escapeCharacter}$&`);
}

/**
 * The driver adapter, with an escape character for LIKE. SQLite has none by default, and Prisma
 * cannot set one.
 */
export class LiteralLike extends PrismaLibSql {
  override async connect() {
    const adapter = withEscape(await super.connect());
    const startTransaction = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (level) => withEscape(await startTransaction(level));
    return adapter;
  }
}

type Adapter = Awaited<ReturnType<PrismaLibSql['connect']>>;

function withEscape<Queries extends Pick<Adapter, 'queryRaw' | 'executeRaw'>>(queries: Queries) {
  const queryRaw = queries.queryRaw.bind(queries);
  const executeRaw = queries.executeRaw.bind(queries);
  queries.queryRaw = (query) => queryRaw(escaping(query));
  queries.executeRaw = (query) => executeRaw(escaping(query));
  return queries;
}

/** Prisma writes `LIKE (? || '%')`. Only queries with escaped strings are changed. */
function escaping<Query extends { sql: string; args: unknown[] }>(query: Query): Query {
  const isEscaped = (value: unknown) =>
    typeof value === 'string' && value.includes(escapeCharacter);
  if (!query.sql.includes(' LIKE (') || !query.args.some(isEscaped)) return query;
  const sql = query.sql.replaceAll(
    / LIKE (\([^()]*\))/g,
    (_, pattern: string) => ` LIKE ${pattern} ESCAPE '${escapeCharacter}'`,
  );
  return { ...query, sql };
}
