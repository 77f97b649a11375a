import type { SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { ErrorCode } from '../errors/codes.ts';

/** How a database stands before a command: not there, without tables of its own, or in use. */
export type DatabaseState = 'absent' | 'empty' | 'in use';

/** What a database said about a script or a query it refused. */
export interface DriverFailure {
  readonly sql: string;
  readonly message: string;
  /** Where it isn't about the statement but about the database: which of our errors it is, Prisma's code in the message. */
  readonly verdict?: { readonly code: ErrorCode; readonly message: string };
}

/** Runs one statement without values. */
export type Execute = (statement: string) => Promise<void>;

/** A database as the schema engine wants it, what went wrong last on it, and the way to close it. */
export interface DriverKit {
  readonly factory: SqlMigrationAwareDriverAdapterFactory;
  readonly lastFailure: () => DriverFailure | undefined;
  /** Runs one statement on the connection the engine works with. */
  readonly execute: Execute;
  /** Closes every connection and removes the shadow databases. */
  readonly close: () => Promise<void>;
}

/** A column of a table that is there. */
export interface Column {
  readonly name: string;
  /** As PostgreSQL's catalogue calls it (`int4`, `_text` for a list), and as SQLite's does, in lower case. */
  readonly type: string;
}

/** What the kinds of database do each in their own way. */
export interface Driver {
  /** Looks without making anything. */
  state(): Promise<DatabaseState>;
  /** Makes the database if it isn't there. */
  make(): Promise<void>;
  /** Runs `work` while no other migration of this database runs. */
  exclusively<T>(work: () => Promise<T>): Promise<T>;
  /** Drops everything that is in it. */
  clear(): Promise<void>;
  /** Every table by name, the history's own left out. */
  tables(): Promise<ReadonlyMap<string, readonly Column[]>>;
  /** Opens nothing yet: the engine connects when it needs to. */
  open(): DriverKit;
}
