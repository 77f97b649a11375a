import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { ErrorCode } from '../errors/codes.ts';

/** The state of a database before a command: missing, without own tables, or in use. */
export type DatabaseState = 'absent' | 'empty' | 'in use';

/** A database error about a rejected script or query. */
export interface DriverFailure {
  readonly sql: string;
  readonly message: string;
  /**
   * Set if the error is about the database instead of the statement: the Genlock error code, with Prisma's code in the
   * message.
   */
  readonly verdict?: { readonly code: ErrorCode; readonly message: string };
}

/** Runs one statement without values. */
export type Execute = (statement: string) => Promise<void>;

/** A database connection for the schema engine, with its last error and a close function. */
export interface DriverKit {
  readonly factory: SqlMigrationAwareDriverAdapterFactory;
  readonly lastFailure: () => DriverFailure | undefined;
  /** Runs one statement on the connection the engine works with. */
  readonly execute: Execute;
  /** Closes every connection and removes the shadow databases. */
  readonly close: () => Promise<void>;
}

/** A column of an existing table. */
export interface Column {
  readonly name: string;
  /** The type name in PostgreSQL's catalogue (`int4`, `_text` for a list) or in SQLite, in lower case. */
  readonly type: string;
}

/** The operations that differ between database kinds. */
export interface Driver {
  /** Returns the state without creating a database. */
  state(): Promise<DatabaseState>;
  /** Creates the database if it does not exist. */
  make(): Promise<void>;
  /** Runs `work` while no other migration of this database runs. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Drops all objects in the database. */
  clear(): Promise<void>;
  /** Returns all tables by name, without the migration history. */
  tables(): Promise<ReadonlyMap<string, readonly Column[]>>;
  /** Creates the kit. The engine connects when needed. */
  open(): DriverKit;
}
