import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import type { Send } from './auth-client.ts';
import { leaksIn } from './auth-people.ts';
import {
  canRun,
  configurations,
  needConfiguration,
  startAuth,
  type AuthServer,
  type Configuration,
} from './auth-server.ts';

interface Suite {
  /** Sends to the server of this suite. */
  readonly send: Send;
  /** The server itself, once tests run. */
  readonly server: () => AuthServer;
}

interface SuiteOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Both that every rule is tried on, if absent. */
  readonly on?: readonly (Configuration & { readonly title: string })[];
  /** Root of another project than the usual one. */
  readonly root?: () => Promise<string>;
}

/**
 * Tests of a server of their own, on each configuration. After every test nothing secret may have been printed.
 *
 * @param title e.g. `registration`
 * @param define the tests
 */
export function describeAuth(title: string, define: (suite: Suite) => void, options: SuiteOptions = {}): void {
  describe.each(options.on ?? configurations)(`${title} on $title`, (configuration) => {
    let server: AuthServer | undefined;
    const current = (): AuthServer => {
      if (server === undefined) throw new Error('the server runs only while tests do');
      return server;
    };
    beforeAll(async () => {
      if (!canRun(configuration)) return;
      const root = await options.root?.();
      server = await startAuth(configuration, { env: options.env ?? {}, ...(root === undefined ? {} : { root }) });
    });
    afterAll(() => server?.stop());
    beforeEach((context) => needConfiguration(context, configuration));
    afterEach(() => expect(leaksIn(server?.output() ?? '')).toEqual([]));
    define({ send: (line, call) => current().send(line, call), server: current });
  });
}

/** The smaller configuration, for tests that do not depend on the configuration. */
export const onSQLite = { on: [configurations[0]] } as const;
