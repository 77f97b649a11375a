import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { ErrorCode } from '../errors/codes.ts';
import type { KnownObjects } from './known-objects.ts';

/** The state of a database before a command: missing, without own tables, or in use. */
export type DatabaseState = 'absent' | 'empty' | 'in use';

/** A database error about a rejected script or query. */
export interface DriverFailure {
  readonly sql: string;
  readonly message: string;
  /** PostgreSQL's error code. */
  readonly sqlState?: string;
  /** Whether the next command runs the failed migration again. */
  readonly isRepeatable?: boolean;
  /**
   * Set if the error is about the database instead of the statement: the Genlock error code, with Prisma's code in the
   * message.
   */
  readonly verdict?: { readonly code: ErrorCode; readonly message: string };
}

/** Runs one statement without values. */
export type Execute = (statement: string) => Promise<void>;

/** A new migration. */
export interface MigrationDraft {
  /** The script of the schema engine. */
  readonly script: string;
  /** The rename statements that run before the script; empty without renames. */
  readonly renaming: string;
  /** Whether the user edits the script before it runs. */
  readonly isDraft: boolean;
}

/** A database connection for the schema engine, with its last error and a close function. */
export interface DriverKit {
  readonly factory: SqlMigrationAwareDriverAdapterFactory;
  readonly lastFailure: () => DriverFailure | undefined;
  /** Hides the user's objects from the engine's next queries; shows all objects without an argument. */
  readonly hideOthers: (known?: KnownObjects) => void;
  /** Runs one statement on the connection the engine works with. */
  readonly execute: Execute;
  /**
   * Runs `work`. On SQLite, the statements of the engine during this time run afterwards, as one transaction that keeps
   * the user's objects.
   */
  readonly together: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Returns the script of a new migration with the statements that keep the user's objects.
   *
   * @throws GenlockError `DATA_REBUILD` for an object that cannot be kept
   */
  readonly kept: (draft: MigrationDraft) => Promise<string>;
  /** Closes every connection and removes the shadow databases. */
  readonly close: () => Promise<void>;
}

/** A column of an existing table. */
export interface Column {
  readonly name: string;
  /** The type name in PostgreSQL's catalogue (`int4`, `_text` for a list) or in SQLite, in lower case. */
  readonly type: string;
  /** Whether the database computes the value: a generated or identity column. */
  readonly isComputed?: boolean;
  /** Whether each new row must have a value: required, without a default. */
  readonly isNeeded?: boolean;
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
  /** Returns all tables by name, without views, partitions and the migration history. */
  tables(): Promise<ReadonlyMap<string, readonly Column[]>>;
  /** Returns the values of all enum types by name, in order. Empty on SQLite, which has no enum types. */
  enums(): Promise<ReadonlyMap<string, readonly string[]>>;
  /** Runs a query on a separate connection. Returns the rows of strings. */
  select(query: string): Promise<readonly (readonly string[])[]>;
  /**
   * Returns the statements of the schema engine that created the tables and indexes. Absent if the database does not
   * store them.
   */
  engineStatements?(): Promise<string>;
  /**
   * Creates the kit. The engine connects when needed.
   *
   * @param scripts returns the scripts of all migrations, oldest first
   */
  open(scripts: () => Promise<readonly string[]>): DriverKit;
}
