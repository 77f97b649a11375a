import type { SqlDriverAdapter, SqlMigrationAwareDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { DriverFailure, DriverKit } from './driver.ts';
import { EngineSession, type SessionOptions } from './engine-session.ts';

/** Opens a session on a connection. The kit closes the session and stores the last error of all sessions. */
export type OpenSession = (adapter: SqlDriverAdapter, options: Omit<SessionOptions, 'note'>) => EngineSession;

/** The parts of a driver kit that differ between database kinds. */
export interface KitParts extends Pick<SqlMigrationAwareDriverAdapterFactory, 'provider' | 'adapterName'> {
  readonly connect: (open: OpenSession) => Promise<EngineSession>;
  /** Creates an empty shadow database for testing migrations. Closing the session removes the database. */
  readonly connectToShadow: (open: OpenSession) => Promise<EngineSession>;
  readonly execute: (session: EngineSession, statement: string) => Promise<void>;
}

/** Creates a kit. The engine connects when needed. */
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
