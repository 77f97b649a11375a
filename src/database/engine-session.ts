import type {
  ConnectionInfo,
  SqlDriverAdapter,
  SqlQuery,
  SqlResultSet,
  Transaction,
} from '@prisma/driver-adapter-utils';
import type { DriverFailure } from './driver.ts';
import type { KnownObjects } from './known-objects.ts';

/** A converted driver error, and the error for the engine. */
export interface ReadableFailure {
  readonly failure: DriverFailure;
  readonly error: Error;
}

export interface SessionOptions {
  /** Hides all objects of the database except the known ones, if any are given. */
  readonly query: (query: SqlQuery, known: KnownObjects | undefined) => Promise<SqlResultSet>;
  /** Returns the known objects at present; `undefined` to show all objects. */
  readonly known: () => KnownObjects | undefined;
  /** Runs all statements of a script. */
  readonly runScript: (script: string) => Promise<unknown>;
  /** Converts driver errors; `undefined` for other errors, which are passed on unchanged. */
  readonly readable: (error: unknown, sql: string) => ReadableFailure | undefined;
  readonly note: (failure: DriverFailure) => void;
  /** Called once, when the connection is closed. */
  readonly afterwards?: () => Promise<void>;
}

/** Extends a Prisma driver adapter with features that the schema engine expects and adapters lack. */
export class EngineSession implements SqlDriverAdapter {
  readonly provider: SqlDriverAdapter['provider'];
  readonly adapterName: string;
  readonly getConnectionInfo?: () => ConnectionInfo;
  readonly #adapter: SqlDriverAdapter;
  readonly #options: SessionOptions;
  #disposed = false;

  constructor(adapter: SqlDriverAdapter, options: SessionOptions) {
    this.provider = adapter.provider;
    this.adapterName = adapter.adapterName;
    if (adapter.getConnectionInfo) this.getConnectionInfo = adapter.getConnectionInfo.bind(adapter);
    this.#adapter = adapter;
    this.#options = options;
  }

  queryRaw(query: SqlQuery): Promise<SqlResultSet> {
    return this.#readably(query.sql, () => this.#options.query(query, this.#options.known()));
  }

  /** The engine also sends whole scripts with this method. */
  async executeRaw(query: SqlQuery): Promise<number> {
    if (query.args.length > 0) return this.#readably(query.sql, () => this.#adapter.executeRaw(query));
    await this.executeScript(query.sql);
    return 0;
  }

  async executeScript(script: string): Promise<void> {
    await this.#readably(script, () => this.#options.runScript(script));
  }

  /** Unlike after an SQLite script, an open transaction continues. */
  async executeStatement(sql: string): Promise<void> {
    await this.#readably(sql, () => this.#adapter.executeRaw({ sql, args: [], argTypes: [] }));
  }

  startTransaction(...args: Parameters<SqlDriverAdapter['startTransaction']>): Promise<Transaction> {
    return this.#adapter.startTransaction(...args);
  }

  async dispose(): Promise<void> {
    if (this.#disposed) return;
    this.#disposed = true;
    await this.#adapter.dispose();
    await this.#options.afterwards?.();
  }

  async #readably<T>(sql: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (cause) {
      const told = this.#options.readable(cause, sql);
      if (told === undefined) throw cause;
      this.#options.note(told.failure);
      throw told.error;
    }
  }
}
