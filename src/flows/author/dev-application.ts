import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { isJson } from '../../core/json.ts';
import { readSchema } from '../../database/schema-folder.ts';
import type { Progress } from '../../engine/progress.ts';
import { GenlockError } from '../../errors/error.ts';
import type { RunResult } from '../../processes/run.ts';
import { lastMigration } from '../../project/migration-history.ts';

/** Address of the running application. */
export interface ReadyApplication {
  readonly url: string;
  /** Whether the files of the user are out of reach. */
  readonly isConfined: boolean;
  /** Whether the server has started for the first time. */
  readonly isFirst: boolean;
}

/** Functions of the running application that reach the terminal and the machine. */
export interface DevApplicationPorts {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly progress: Progress;
  /** Ends the application and the installation of its packages. */
  readonly signal: AbortSignal;
  readonly onError: (error: unknown) => void;
  /** Receives the address after each start. */
  readonly onReady: (application: ReadyApplication) => void;
  /** Receives the output of the application, line by line. */
  readonly onLine: (line: string) => void;
  /** The schema changed, but the project has migrations of the user. */
  readonly onSchemaChange: () => void;
}

/** Parts of the application that tests replace. */
export interface DevApplicationTools {
  readonly install: () => Promise<void>;
  readonly changeDatabase: () => Promise<void>;
  /** Runs the development server until the signal is aborted or the server ends. */
  readonly serve: (signal: AbortSignal, onLine: (line: string) => void) => Promise<RunResult>;
  readonly isConfined: boolean;
}

/** The running development server of a project. */
export interface DevApplication {
  /** Starts the server if it does not run. Installs changed packages and changes the database before. */
  readonly update: () => Promise<void>;
  /** Resolves when the server has ended. */
  readonly stop: () => Promise<void>;
}

interface Server {
  readonly end: () => Promise<void>;
  isRunning: boolean;
}

/** Keeps the application of a project running while its files change. */
export function devApplication(root: string, tools: DevApplicationTools, ports: DevApplicationPorts): DevApplication {
  let server: Server | undefined;
  let packages: string | undefined;
  let schema: string | undefined;
  let isFirst = true;

  const onLine = (line: string): void => {
    const text = stripVTControlCharacters(line);
    const url = /Local:\s+(http:\S*?)\/?\s*$/u.exec(text)?.[1];
    if (url !== undefined) {
      ports.onReady({ url, isConfined: tools.isConfined, isFirst });
      isFirst = false;
    }
    if (!isNews(text)) ports.onLine(text);
  };

  const stop = async (): Promise<void> => {
    await server?.end();
    server = undefined;
  };

  /** @returns whether the database does not need another attempt */
  const changeDatabase = async (): Promise<boolean> => {
    // The user has written migrations, so the schema must not be pushed.
    if (lastMigration(root) !== '') {
      if (schema !== undefined) ports.onSchemaChange();
      return true;
    }
    try {
      await tools.changeDatabase();
      return true;
    } catch (error) {
      ports.onError(error);
      return false;
    }
  };

  return {
    stop,
    update: async () => {
      const [wantedPackages, wantedSchema] = [packagesOf(root), await schemaOf(root)];
      if (server?.isRunning === true && wantedPackages === packages && wantedSchema === schema) return;
      if (wantedPackages !== packages) await tools.install();
      packages = wantedPackages;
      ports.signal.throwIfAborted();
      // A running server holds the database open, and has the former client.
      await stop();
      if (wantedSchema !== schema) schema = (await changeDatabase()) ? wantedSchema : undefined;
      server = startServer(tools, { ...ports, onLine });
    },
  };
}

function startServer({ serve }: DevApplicationTools, { signal, onLine, onError }: DevApplicationPorts): Server {
  const controller = new AbortController();
  const stopped = AbortSignal.any([controller.signal, signal]);
  const server = { isRunning: true };
  const run = async (): Promise<void> => {
    try {
      const { exitCode } = await serve(stopped, onLine);
      if (!stopped.aborted) onError(endedError(exitCode));
    } catch (error) {
      if (!stopped.aborted) onError(error);
    }
    server.isRunning = false;
  };
  const ended = run();
  const end = async (): Promise<void> => {
    controller.abort();
    await ended;
  };
  return Object.assign(server, { end });
}

function endedError(exitCode: number | undefined): GenlockError {
  const reason = exitCode === undefined ? 'a signal' : `exit code ${exitCode}`;
  return new GenlockError({
    code: 'PLUGIN_DEV_ENDED',
    message: `the application ended with ${reason}. Its output is above`,
  });
}

/** Messages of the development server that are about its own work. */
const news =
  /^\s*(?:VITE v\S+ {2}ready in|➜ )|^Prisma schema loaded from|\[vite\] \((?:client|ssr)\) (?:hmr |page reload|\[optimizer\]|✨|new dependencies)/u;

function isNews(line: string): boolean {
  return line.trim() === '' || news.test(line);
}

/** Returns the packages that a project needs, as text. */
function packagesOf(root: string): string {
  const text = readFileSync(join(root, 'package.json'), 'utf8');
  if (!isJson(text)) return text;
  const manifest: { dependencies?: unknown; devDependencies?: unknown; overrides?: unknown } = Object(JSON.parse(text));
  return JSON.stringify([manifest.dependencies, manifest.devDependencies, manifest.overrides]);
}

async function schemaOf(root: string): Promise<string> {
  return JSON.stringify([...(await readSchema(root))]);
}
