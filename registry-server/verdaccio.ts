import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { satisfies } from 'semver';
import { GenlockError } from '../src/errors/error.ts';
import { ownPackage } from '../src/core/own-package.ts';
import { writeDatabaseWhole, type Database } from './database.ts';

/** The used part of a request, after Verdaccio has read the body and token. */
export interface Request extends IncomingMessage {
  readonly method: string;
  readonly url: string;
  body?: unknown;
  remote_user?: RemoteUser;
}

/** User of a request. */
interface RemoteUser {
  /** Absent if no user is signed in. */
  readonly name?: string;
  /** Set for long-lived tokens, which can be revoked. */
  readonly token?: { readonly key: string };
  /** Issue time in seconds. */
  readonly iat?: number;
}

export interface Response extends ServerResponse {
  readonly status: (code: number) => Response;
  readonly json: (value: unknown) => void;
  /** Writable, like `end`, because the gate wraps these functions to read Verdaccio's responses. */
  send: (body: unknown) => void;
  end: (...given: readonly unknown[]) => this;
}

export type Handler = (request: Request, response: Response, next: (error?: unknown) => void) => void;

/** The used part of Express. */
export interface Application {
  readonly get: (path: string, handler: Handler) => void;
  readonly use: (handler: Handler) => void;
}

/** Identifies the user from request headers; synchronous if the headers contain a token. */
export type Identify = (
  request: {
    readonly headers: IncomingHttpHeaders;
    readonly pause: () => void;
    readonly resume: () => void;
    remote_user?: RemoteUser;
  },
  response: { readonly locals: object },
  next: () => void,
) => void;

/** The used part of Verdaccio's authentication. */
export interface Auth {
  readonly apiJWTmiddleware: () => Identify;
}

/** The used part of Verdaccio's storage. */
export interface Storage {
  /** The logger keeps its stream under {@link Verdaccio.logStream}. */
  readonly logger: Record<symbol, { readonly write: (line: string) => void }>;
  readonly localStorage: {
    /** Stores an archive, and emits `success` or `error`. */
    addTarball: (...what: readonly unknown[]) => { emit: (event: string, ...more: readonly unknown[]) => boolean };
    readonly storagePlugin: {
      /**
       * Calls `onPackage` for each package and `onEnd` at the end. Writable, because Verdaccio's own search stops at
       * the first unreadable package.
       */
      search: (
        onPackage: (found: { name: string; path: string; time: number }, done: (error: unknown) => void) => void,
        onEnd: (error: unknown) => void,
      ) => void;
      readTokens: (of: { readonly user: string }) => Promise<readonly KeptToken[]>;
      saveToken: (token: KeptToken) => Promise<void>;
      deleteToken: (user: string, key: string) => Promise<void>;
    };
  };
}

/** Stored metadata of a long-lived token, without the token itself. */
export interface KeptToken {
  readonly user: string;
  /** Key for revoking the token. */
  readonly key: string;
}

/** A logger for Verdaccio. */
interface Logger {
  readonly info: () => void;
  readonly warn: () => void;
  readonly error: () => void;
}

/** The used part of Verdaccio. */
export interface Verdaccio {
  /** Creates a server that does not listen yet. */
  readonly runServer: (configuration: object) => Promise<Server>;
  /**
   * Enforces token restrictions. Refuses revoked tokens, writes with read-only tokens, and addresses outside the
   * allowed range.
   */
  readonly tokenRules: (storage: Storage, logger: Logger) => Handler;
  readonly passwords: Passwords;
  /** Key under which a logger keeps its stream. */
  readonly logStream: symbol;
}

/** bcrypt functions that Verdaccio uses for passwords. */
export interface Passwords {
  readonly hash: (password: string, rounds: number) => Promise<string>;
  readonly compare: (password: string, hash: string) => Promise<boolean>;
}

/** Logger that discards all messages. */
export const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Tested versions of Verdaccio. */
const verdaccioRange = '^6.10.4';

/**
 * Loads Verdaccio, an optional dependency, from the current folder or from Genlock's folder.
 *
 * @param cwd absolute
 * @param own Genlock's folder
 * @throws GenlockError REGISTRY_SERVER_MISSING if Verdaccio is not installed or has an untested version
 */
export async function loadVerdaccio(cwd: string, own = ownPackage().root): Promise<Verdaccio> {
  for (const folder of [cwd, own]) {
    const require = createRequire(join(folder, 'package.json'));
    const found = resolved(require);
    if (found === undefined) continue;
    requireTried(found);
    const { runServer }: Pick<Verdaccio, 'runServer'> = await import(pathToFileURL(found.main).href);
    const requireBeside = createRequire(found.main);
    const { enforceGeneratedTokenMetadata: tokenRules }: TokenModule = requireBeside('@verdaccio/middleware');
    const passwords: Passwords = createRequire(requireBeside.resolve('verdaccio-htpasswd'))('bcryptjs');
    const { symbols }: PinoModule = createRequire(requireBeside.resolve('@verdaccio/logger'))('pino');
    const { default: database }: DatabaseModule = requireBeside('@verdaccio/local-storage-legacy');
    writeDatabaseWhole(database.prototype);
    return { runServer, tokenRules, passwords, logStream: symbols.streamSym };
  }
  throw missing('Verdaccio, which serves the packages, is not installed');
}

interface TokenModule {
  readonly enforceGeneratedTokenMetadata: Verdaccio['tokenRules'];
}

interface DatabaseModule {
  readonly default: { readonly prototype: Database };
}

interface PinoModule {
  readonly symbols: { readonly streamSym: symbol };
}

interface Found {
  readonly main: string;
  readonly version: string;
}

function resolved(require: NodeJS.Require): Found | undefined {
  try {
    const main = require.resolve('verdaccio');
    const { version }: Found = JSON.parse(readFileSync(require.resolve('verdaccio/package.json'), 'utf8'));
    return { main, version };
  } catch {
    return undefined;
  }
}

function requireTried({ version }: Found): void {
  if (satisfies(version, verdaccioRange)) return;
  throw missing(`Verdaccio ${version} is installed, but the gate requires ${verdaccioRange}`);
}

function missing(message: string): GenlockError {
  return new GenlockError({ code: 'REGISTRY_SERVER_MISSING', message });
}
