import { z } from 'zod';
import { env } from './env';
import { genlock, SetupProblem } from './setup-problem';

const migrate = () =>
  env.NODE_ENV === 'production' ? 'npm run migrate' : genlock('db migrate dev');

export function migrationProblem(message: string): SetupProblem {
  return new SetupProblem(message, { code: 'migration_pending', command: migrate() });
}

/** The part of Prisma's errors that holds the driver's error. */
const driverError = z.object({
  meta: z.object({
    driverAdapterError: z.object({
      cause: z.object({
        kind: z.string(),
        table: z.string().optional(),
        column: z.string().optional(),
        db: z.string().optional(),
      }),
    }),
  }),
});

/** Recognizes an error that the setup of the database causes; `undefined` for other errors. */
export function databaseProblem(error: unknown): SetupProblem | undefined {
  if (error instanceof SetupProblem) return error;
  const { data } = driverError.safeParse(error);
  if (data === undefined) return undefined;
  const { kind, table, column, db } = data.meta.driverAdapterError.cause;
  switch (kind) {
    case 'TableDoesNotExist':
      return migrationProblem(`The database has no table ${table ?? 'that the schema declares'}.`);
    case 'ColumnNotFound':
      return migrationProblem(
        `The database has no column ${column ?? 'that the schema declares'}.`,
      );
    case 'DatabaseNotReachable':
    case 'ConnectionClosed':
    case 'SocketTimeout':
      return new SetupProblem(`PostgreSQL does not answer at ${host()}.`, {
        code: 'database_unreachable',
        advice: 'Start PostgreSQL, or correct DATABASE_URL in .env.',
      });
    case 'DatabaseDoesNotExist':
      return new SetupProblem(`The database ${db ?? ''} does not exist at ${host()}.`, {
        code: 'database_missing',
        command: genlock(env.NODE_ENV === 'production' ? 'db migrate deploy' : 'db migrate dev'),
      });
    case 'AuthenticationFailed':
    case 'DatabaseAccessDenied':
      return new SetupProblem(`PostgreSQL at ${host()} refuses the user name or the password.`, {
        code: 'database_access_denied',
        advice: 'Correct DATABASE_URL in .env.',
      });
    default:
      return undefined;
  }
}

function host(): string {
  return new URL(env.DATABASE_URL).host;
}
