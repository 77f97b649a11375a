import { existsSync } from 'node:fs';
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Plugin, ViteDevServer } from 'vite';
import type { SetupProblem } from '../lib/setup-problem.ts';
import { findClientProblem } from './client-problem.ts';
import { serveMailbox } from './mailbox-routes.ts';
import { isPortFree } from './port.ts';
import { problemPage } from './problem-page.ts';

/** Runs the API inside the Vite development server: one port, and reloads for server and client. */
export function api(): Plugin {
  return {
    name: 'api',
    async configureServer(vite) {
      const { port, host, middlewareMode } = vite.config.server;
      // Tasks and tests use Vite without a server.
      if (middlewareMode) return;
      if (!(await isPortFree(port, typeof host === 'string' ? host : undefined))) {
        vite.config.logger.error(`Port ${port} is in use. Run: PORT=${port + 1} npm run dev`);
        process.exit(1);
      }
      const handle = requestHandler(vite);
      vite.middlewares.use(serveMailbox);
      vite.middlewares.use(handle);
      vite.httpServer?.once('listening', () => void showProblem(vite));
    },
  };
}

type Handle = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (error?: unknown) => void,
) => Promise<void>;

function requestHandler(vite: ViteDevServer): Handle {
  let serve: RequestListener;
  let current: unknown;

  return async (req, res, next) => {
    try {
      if (isApi(req)) {
        const problem = findClientProblem();
        if (problem !== undefined) {
          print(vite, problem);
          return sendJson(res, problem);
        }
        res.once('finish', () => {
          if (res.statusCode === 503) void showProblem(vite);
        });
        const { createApp } = await vite.ssrLoadModule('/server/app.ts');
        if (createApp !== current) serve = createApp();
        current = createApp;
        await runJobs(vite);
        return serve(req, res);
      }
      if (isDocument(req)) {
        const problem = await showProblem(vite);
        if (problem !== undefined) return sendPage(res, problem);
      }
      next();
    } catch (error) {
      if (!isSetupProblem(error)) return next(error);
      print(vite, error);
      sendJson(res, error);
    }
  };
}

interface Jobs {
  stop(ms: number): Promise<void>;
  close(): Promise<void>;
}

type StartJobs = () => Promise<Jobs>;

const jobs: { start?: StartJobs; running?: Promise<Jobs> } = {};

/** Runs the background jobs with their current code. Only an application with jobs has the file. */
async function runJobs(vite: ViteDevServer): Promise<void> {
  const file = '/server/lib/jobs/start.ts';
  if (!existsSync(`.${file}`)) return;
  const { startJobs } = await vite.ssrLoadModule(file);
  if (startJobs !== jobs.start) {
    jobs.start = startJobs;
    jobs.running = restart(jobs.running, startJobs);
  }
  await jobs.running;
}

async function restart(before: Promise<Jobs> | undefined, start: StartJobs): Promise<Jobs> {
  // The request that started them has reported their problem.
  const running = await before?.catch(() => undefined);
  await running?.stop(0);
  await running?.close();
  return start();
}

/** Returns whether a file of the project has a problem. Vite loads another copy of the class. */
function isSetupProblem(error: unknown): error is SetupProblem {
  return error instanceof Error && error.name === 'SetupProblem';
}

function isApi({ url = '' }: IncomingMessage): boolean {
  return /^\/(api|healthz|readyz|openapi\.json)(\/|\?|$)/.test(url);
}

function isDocument({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && (headers.accept ?? '').includes('text/html');
}

/** Finds and prints the first problem with the client or the database. */
async function showProblem(vite: ViteDevServer): Promise<SetupProblem | undefined> {
  const problem = findClientProblem() ?? (await findDatabaseProblem(vite));
  print(vite, problem);
  return problem;
}

let printed: string | undefined;

/** Prints a problem once, until it is solved. */
function print({ config }: ViteDevServer, problem: SetupProblem | undefined): void {
  if (problem !== undefined && problem.line !== printed) config.logger.error(problem.line);
  printed = problem?.line;
}

/** Errors that are not about the setup appear when a request meets them. */
async function findDatabaseProblem(vite: ViteDevServer): Promise<SetupProblem | undefined> {
  try {
    const { findSetupProblem } = await vite.ssrLoadModule('/server/lib/setup.ts');
    return await findSetupProblem();
  } catch {
    return undefined;
  }
}

function sendPage(res: ServerResponse, problem: SetupProblem): void {
  res.writeHead(503, { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-store' });
  res.end(problemPage(problem));
}

function sendJson(res: ServerResponse, { code, line }: SetupProblem): void {
  const problem = {
    type: 'about:blank',
    title: 'Service Unavailable',
    status: 503,
    detail: line,
    code,
  };
  res.writeHead(503, { 'Content-Type': 'application/problem+json', 'Cache-Control': 'no-store' });
  res.end(JSON.stringify(problem));
}
