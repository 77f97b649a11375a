import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { DriverFailure, DriverKit, MigrationDraft } from './driver.ts';
import { EngineSession, type SessionOptions } from './engine-session.ts';
import type { KnownObjects } from './known-objects.ts';

/** Opens a session on a connection. The kit closes the session and stores the last error of all sessions. */
export type OpenSession = (adapter: SqlDriverAdapter, options: Omit<SessionOptions, 'note' | 'known'>) => EngineSession;

/** The parts of a driver kit that differ between database kinds. */
export interface KitParts extends Pick<SqlMigrationAwareDriverAdapterFactory, 'provider' | 'adapterName'> {
  readonly connect: (open: OpenSession) => Promise<EngineSession>;
  /** Creates an empty shadow database for testing migrations. Closing the session removes the database. */
  readonly connectToShadow: (open: OpenSession) => Promise<EngineSession>;
  readonly execute: (session: EngineSession, statement: string) => Promise<void>;
  /** Defaults to `work()`. */
  readonly together?: <T>(work: () => Promise<T>, known: KnownObjects | undefined) => Promise<T>;
  /** Defaults to the unchanged script. */
  readonly kept?: (draft: MigrationDraft, known: KnownObjects | undefined) => Promise<string>;
}

/** Creates a kit. The engine connects when needed. */
export function engineKit({ provider, adapterName, connect, connectToShadow, execute, ...parts }: KitParts): DriverKit {
  let last: DriverFailure | undefined;
  let main: EngineSession | undefined;
  let known: KnownObjects | undefined;
  const sessions: EngineSession[] = [];
  const open: OpenSession = (adapter, options) => {
    const session = new EngineSession(adapter, { ...options, note: (failure) => (last = failure), known: () => known });
    sessions.push(session);
    return session;
  };
  const connected = async (): Promise<EngineSession> => (main ??= await connect(open));
  return {
    factory: { provider, adapterName, connect: connected, connectToShadowDb: () => connectToShadow(open) },
    lastFailure: () => last,
    hideOthers: (objects) => {
      known = objects;
    },
    execute: async (statement) => execute(await connected(), statement),
    together: (work) => parts.together?.(work, known) ?? work(),
    kept: async (draft) => parts.kept?.(draft, known) ?? draft.script,
    close: async () => {
      const closed = await Promise.allSettled(sessions.map((session) => session.dispose()));
      for (const one of closed) if (one.status === 'rejected') throw one.reason;
    },
  };
}
