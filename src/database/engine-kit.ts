import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { DriverFailure, DriverKit } from './driver.ts';
import { EngineSession, type SessionOptions } from './engine-session.ts';

/** Makes a session of a connection; the kit closes it, and keeps what went wrong last in any of them. */
export type OpenSession = (adapter: SqlDriverAdapter, options: Omit<SessionOptions, 'note'>) => EngineSession;

/** What each kind of database does in its own way. */
export interface KitParts extends Pick<SqlMigrationAwareDriverAdapterFactory, 'provider' | 'adapterName'> {
  readonly connect: (open: OpenSession) => Promise<EngineSession>;
  /** Makes an empty database that migrations are tried on. It goes when its session is closed. */
  readonly connectToShadow: (open: OpenSession) => Promise<EngineSession>;
  readonly execute: (session: EngineSession, statement: string) => Promise<void>;
}

/** Opens nothing yet: the engine connects when it needs to. */
export function engineKit({ provider, adapterName, connect, connectToShadow, execute }: KitParts): DriverKit {
  let last: DriverFailure | undefined;
  let main: EngineSession | undefined;
  const sessions: EngineSession[] = [];
  const open: OpenSession = (adapter, options) => {
    const session = new EngineSession(adapter, { ...options, note: (failure) => (last = failure) });
    sessions.push(session);
    return session;
  };
  const connected = async (): Promise<EngineSession> => (main ??= await connect(open));
  return {
    factory: { provider, adapterName, connect: connected, connectToShadowDb: () => connectToShadow(open) },
    lastFailure: () => last,
    execute: async (statement) => execute(await connected(), statement),
    close: async () => {
      for (const session of sessions) await session.dispose();
    },
  };
}
