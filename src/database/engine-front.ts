import type { SchemaEngine } from '@prisma/schema-engine-wasm/schema_engine_bg';
import { providerOf } from '../data-layer/validate.ts';
import { GenlockError } from '../errors/error.ts';
import { type Database, databaseLabel, fileDatabase, parseDatabaseUrl } from './database-url.ts';
import { openDriver } from './open-driver.ts';
import { parsePostgresUrl } from './postgres-url.ts';
import { type Comparison, type EngineCall, type EngineTarget, type OpenEngine, withEngine } from './schema-engine.ts';

/** The start parameters of Prisma's schema engine. */
export interface EngineStart {
  /** Absolute path of the project. */
  readonly root: string;
  /** Path → text. */
  readonly schema: ReadonlyMap<string, string>;
  /** `undefined` for commands without a database. */
  readonly url: string | undefined;
}

/** @throws GenlockError `DATA_URL_INVALID`, `DATA_KIND_UNSUPPORTED` */
export async function engineTarget({ root, schema, url }: EngineStart): Promise<EngineTarget> {
  const database = url === undefined ? await anyDatabase(schema) : parseDatabaseUrl(url, root);
  return { root, schema, database, driver: await openDriver(database) };
}

/** Returns a placeholder database: comparing schemas needs a dialect but no connection. */
async function anyDatabase(schema: ReadonlyMap<string, string>): Promise<Database> {
  const isPostgres = schema.size > 0 && (await providerOf(schema)) === 'postgresql';
  return isPostgres ? parsePostgresUrl('postgresql://localhost/none') : fileDatabase('/none');
}

export interface EngineStreams {
  /** JSON-RPC messages, one per line. */
  readonly lines: AsyncIterable<string>;
  readonly write: (line: string) => void;
}

/** Answers the requests of Prisma's command line in sequence, until the stream ends. */
export async function answerRequests(target: EngineTarget, { lines, write }: EngineStreams): Promise<void> {
  const send = (message: object) => write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  await withEngine(target, async ({ call, together, kept }) => {
    for await (const line of lines) {
      const request: Request = JSON.parse(line);
      // Skips the empty response to `print`.
      if (request.method === undefined) continue;
      send({ id: request.id, ...(await answer(request, { target, call, together, kept, send })) });
    }
  });
}

interface Request {
  readonly id: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Answering extends Pick<OpenEngine, 'together' | 'kept'> {
  readonly target: EngineTarget;
  readonly call: EngineCall;
  readonly send: (message: object) => void;
}

async function answer({ id, method = '', params = {} }: Request, answering: Answering): Promise<object> {
  try {
    const own = ownMethods[method];
    if (own !== undefined) return { result: await own(params, answering) };
    const result: unknown = await answering.call(
      (engine) =>
        method === 'schemaPush'
          ? answering.together(() => engineMethod(engine, { method, params }))
          : engineMethod(engine, { method, params }),
      comparisons[method],
    );
    if (method === 'createMigration') return { result: await withObjects(Object(result), { params, answering }) };
    return { result: method === 'diff' ? printed(result, { id, send: answering.send }) : (result ?? {}) };
  } catch (error) {
    return { error: rpcError(error) };
  }
}

/** Adds the statements that keep the user's objects to a new migration. */
async function withObjects(
  result: { readonly migrationScript?: string | null },
  { params, answering }: { readonly params: Request['params']; readonly answering: Answering },
): Promise<object> {
  const { migrationScript: script } = result;
  if (typeof script !== 'string') return result;
  const isDraft = params?.['draft'] === true;
  return { ...result, migrationScript: await answering.kept({ script, renaming: '', isDraft }) };
}

/** The methods that compare the schema, for which the user's objects are hidden. */
const comparisons: Readonly<Record<string, Comparison>> = {
  applyMigrations: {},
  createMigration: {},
  devDiagnostic: {},
  evaluateDataLoss: {},
  schemaPush: { isPush: true },
};

type OwnMethod = (params: Readonly<Record<string, unknown>>, answering: Answering) => Promise<object>;

/** The methods that the WebAssembly engine leaves to the owner of the connections. */
const ownMethods: Readonly<Record<string, OwnMethod>> = {
  createDatabase: async (_params, { target }) => {
    await target.driver.make();
    const { database } = target;
    return { databaseName: database.provider === 'sqlite' ? database.path : database.name };
  },
  ensureConnectionValidity: async (_params, { target }) => {
    await requireDatabase(target);
    return {};
  },
  dbExecute: async ({ script }, { target }) => {
    const kit = target.driver.open(() => Promise.resolve([]));
    try {
      const connection = await kit.factory.connect();
      await connection.executeScript(typeof script === 'string' ? script : '');
    } finally {
      await kit.close();
    }
    return {};
  },
  reset: async (_params, { target }) => {
    await target.driver.clear();
    return {};
  },
  getDatabaseVersion: async (_params, { call }) => call(async (engine) => Object(await engine.version(null))),
};

/** @throws GenlockError `DATA_ABSENT` */
export async function requireDatabase({ driver, database }: EngineTarget): Promise<void> {
  if ((await driver.state()) !== 'absent') return;
  throw new GenlockError({ code: 'DATA_ABSENT', message: `P1003: there is no database at ${databaseLabel(database)}` });
}

async function engineMethod(
  engine: SchemaEngine,
  { method, params }: { readonly method: string; readonly params: object },
): Promise<unknown> {
  const run: unknown = Reflect.get(engine, method);
  if (typeof run !== 'function') throw new Error(`the schema engine has no method ${method}`);
  return Reflect.apply(run, engine, [params]);
}

/** Sends the engine's output to the command line as a `print` request. */
function printed(result: unknown, { id, send }: { readonly id: number; readonly send: Answering['send'] }): object {
  const { exitCode, stdout }: { exitCode?: number; stdout?: string | null } = Object(result);
  if (typeof stdout === 'string') send({ id, method: 'print', params: { content: stdout } });
  return { exitCode: exitCode ?? 0 };
}

/** The error code for user errors in the protocol between Prisma's command line and its engine. */
const knownError = 4466;

function rpcError(error: unknown): object {
  const { code, message } = toldError(error);
  return {
    code: knownError,
    message: 'An error happened. Check the data field for details.',
    data: { is_panic: false, message, meta: {}, ...(code === undefined ? {} : { error_code: code }) },
  };
}

/** Splits an error message into Prisma's code, if any, and the text. */
export function toldError(error: unknown): { readonly code?: string; readonly message: string } {
  const text = error instanceof Error ? error.message : String(error);
  const [, code, message] = /^(P\d{4}): ([^]*)$/.exec(text) ?? [];
  return code === undefined ? { message: text } : { code, message: message ?? text };
}
