import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { satisfies } from 'semver';
import { GenlockError } from '../src/errors/error.ts';
import { ownPackage } from '../src/core/own-package.ts';
import { writeDatabaseWhole, type Database } from './database.ts';

/** As much of a request as the gate looks at, after Verdaccio has read body and token. */
export interface Request extends IncomingMessage {
  readonly method: string;
  readonly url: string;
  body?: unknown;
  remote_user?: RemoteUser;
}

/** Who asks. */
interface RemoteUser {
  /** Absent if nobody is signed in. */
  readonly name?: string;
  /** Of a token that was made to last, and can be revoked. */
  readonly token?: { readonly key: string };
  /** When it was given out, in seconds. */
  readonly iat?: number;
}

export interface Response extends ServerResponse {
  readonly status: (code: number) => Response;
  readonly json: (value: unknown) => void;
  /** Not readonly, as `end`: who stands before Verdaccio can see what it sends. */
  send: (body: unknown) => void;
  end: (...given: readonly unknown[]) => this;
}

export type Handler = (request: Request, response: Response, next: (error?: unknown) => void) => void;

/** As much of Express as the gate uses. */
export interface Application {
  readonly get: (path: string, handler: Handler) => void;
  readonly use: (handler: Handler) => void;
}

/** Finds out by its headers who asks; at once, where they hold a token. */
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

/** As much of Verdaccio's own checks as the gate uses. */
export interface Auth {
  readonly apiJWTmiddleware: () => Identify;
}

/** As much of its storage as is used here. */
export interface Storage {
  /** Where each line goes is under {@link Verdaccio.logStream}. */
  readonly logger: Record<symbol, { readonly write: (line: string) => void }>;
  readonly localStorage: {
    /** Takes an archive, and says `success` or `error`. */
    addTarball: (...what: readonly unknown[]) => { emit: (event: string, ...more: readonly unknown[]) => boolean };
    readonly storagePlugin: {
      /** Hands over one package after the other, and says when that was all. Not readonly: its own stops at the first it can't read. */
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

/** What is kept of a token that was made to last; not the token itself. */
export interface KeptToken {
  readonly user: string;
  /** What it is revoked by. */
  readonly key: string;
}

/** Something that takes what Verdaccio says. */
interface Logger {
  readonly info: () => void;
  readonly warn: () => void;
  readonly error: () => void;
}

/** As much of Verdaccio as is used here. */
export interface Verdaccio {
  /** A server that doesn't listen yet. */
  readonly runServer: (configuration: object) => Promise<Server>;
  /** Holds requests to what their token is for: one that was revoked, only reads, or is used from elsewhere is refused. */
  readonly tokenRules: (storage: Storage, logger: Logger) => Handler;
  readonly passwords: Passwords;
  /** What a logger keeps its stream under. */
  readonly logStream: symbol;
}

/** Hashes of passwords as Verdaccio compares them when somebody signs in: bcrypt's. */
export interface Passwords {
  readonly hash: (password: string, rounds: number) => Promise<string>;
  readonly compare: (password: string, hash: string) => Promise<boolean>;
}

/** For what Verdaccio would say at a place where nobody reads it. */
export const quiet: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** What the gate was tried with. */
const verdaccioRange = '^6.10.4';

/**
 * Verdaccio, which only those who run a registry install: from the folder of the command, else from Genlock's own.
 *
 * @param cwd absolute
 * @param own Genlock's folder
 * @throws GenlockError REGISTRY_SERVER_MISSING if it isn't there, or is a version nobody tried the gate with
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
  throw missing(`Verdaccio is installed as ${version}, and the gate was tried with ${verdaccioRange}`);
}

function missing(message: string): GenlockError {
  return new GenlockError({ code: 'REGISTRY_SERVER_MISSING', message });
}
