import { SetupProblem } from './setup-problem';

/** MongoDB has no migrations: only its indexes come from the schema. */
export function migrationProblem(message: string): SetupProblem {
  return new SetupProblem(message, { code: 'migration_pending', command: 'npx prisma db push' });
}

/** Recognizes an error that the setup of the database causes; `undefined` for other errors. */
export function databaseProblem(error: unknown): SetupProblem | undefined {
  if (error instanceof SetupProblem) return error;
  if (!(error instanceof Error)) return undefined;
  if (/SCRAM failure|Authentication failed/.test(error.message)) {
    return new SetupProblem('MongoDB refuses the user name or the password.', {
      code: 'database_access_denied',
      advice: 'Correct DATABASE_URL in .env.',
    });
  }
  if (/Server selection timeout|ECONNREFUSED|Can't reach database server/.test(error.message)) {
    return new SetupProblem('MongoDB does not answer.', {
      code: 'database_unreachable',
      advice: 'Start MongoDB as a replica set, or correct DATABASE_URL in .env.',
    });
  }
  if (/replica set/.test(error.message)) {
    return new SetupProblem('MongoDB does not run as a replica set.', {
      code: 'database_unreachable',
      advice: 'Start MongoDB with --replSet rs0, then run rs.initiate() in mongosh.',
    });
  }
  return undefined;
}
