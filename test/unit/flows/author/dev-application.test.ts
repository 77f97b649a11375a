import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { devApplication, type DevApplicationTools } from '../../../../src/flows/author/dev-application.ts';
import { GenlockError } from '../../../../src/testing.ts';
import { temporaryFolder } from '../../../support/temporary.ts';

type Serve = DevApplicationTools['serve'];

/** Ends when it is stopped, like a development server. */
const untilStopped: Serve = (signal) =>
  new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });

function applicationWith(given: Partial<DevApplicationTools> = {}) {
  const root = temporaryFolder();
  const [log, errors] = [[] as string[], [] as unknown[]];
  let print: ((line: string) => void) | undefined;
  const serve: Serve = async (signal, onLine) => {
    log.push('start');
    print = onLine;
    try {
      return await (given.serve ?? untilStopped)(signal, onLine);
    } finally {
      log.push('end');
    }
  };
  const tools: DevApplicationTools = {
    install: async () => void log.push('install'),
    changeDatabase: async () => void log.push('database'),
    isConfined: true,
    ...given,
    serve,
  };
  const application = devApplication(root, tools, {
    env: {},
    progress: () => undefined,
    signal: new AbortController().signal,
    onError: (error) => errors.push(error),
    onReady: ({ url, isFirst }) => log.push(`ready ${url} ${isFirst ? 'first' : 'again'}`),
    onLine: (line) => log.push(`line ${line}`),
    onSchemaChange: () => log.push('schema'),
  });
  const write = (path: string, text: string): void => {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), text);
  };
  const packages = (dependencies: object, scripts: object = {}): void =>
    write('package.json', JSON.stringify({ scripts, dependencies }));
  const schema = (text: string): void => write('prisma/schema/schema.prisma', text);
  packages({});
  schema('model A');
  /** Returns what has happened since the last call. */
  const news = (): readonly string[] => log.splice(0);
  return { application, write, packages, schema, news, errors, print: (line: string) => print?.(line) };
}

test('installs, changes the database and starts once, and again only after a change of packages or models', async () => {
  const { application, packages, schema, news } = applicationWith();
  await application.update();
  expect(news()).toEqual(['install', 'database', 'start']);
  packages({}, { other: 'script' });
  await application.update();
  expect(news()).toEqual([]);
  packages({ left: '1.0.0' });
  await application.update();
  expect(news()).toEqual(['install', 'end', 'start']);
  schema('model B');
  await application.update();
  expect(news()).toEqual(['end', 'database', 'start']);
  await application.stop();
  expect(news()).toEqual(['end']);
});

test('keeps the running server if the installation fails, and tries again', async () => {
  let isBroken = false;
  const { application, packages, news } = applicationWith({
    install: async () => {
      if (isBroken) throw new Error('no such package');
    },
  });
  await application.update();
  news();
  isBroken = true;
  packages({ left: '1.0.0' });
  await expect(application.update()).rejects.toThrow('no such package');
  expect(news()).toEqual([]);
  isBroken = false;
  await application.update();
  expect(news()).toEqual(['end', 'start']);
});

test('reports a failed change of the database, starts anyway, and tries again', async () => {
  let tries = 0;
  const { application, news, errors } = applicationWith({
    changeDatabase: async () => {
      tries += 1;
      if (tries === 1) throw new Error('no connection');
    },
  });
  await application.update();
  expect([news(), errors.map(String)]).toEqual([['install', 'start'], ['Error: no connection']]);
  await application.update();
  await application.update();
  expect([tries, news()]).toEqual([2, ['end', 'start']]);
});

test('does not change the database of a project with migrations, and reports a changed schema', async () => {
  const { application, write, schema, news } = applicationWith();
  write('prisma/migrations/1_init/migration.sql', '');
  await application.update();
  expect(news()).toEqual(['install', 'start']);
  schema('model B');
  await application.update();
  expect(news()).toEqual(['end', 'schema', 'start']);
});

test('reports a server that ends, and starts it again after the next edit', async () => {
  const { application, news, errors } = applicationWith({ serve: async () => ({ exitCode: 1, lines: [] }) });
  await application.update();
  await expect.poll(() => errors).toHaveLength(1);
  expect(errors[0]).toBeInstanceOf(GenlockError);
  expect(errors[0]).toMatchObject({ code: 'PLUGIN_DEV_ENDED', message: expect.stringContaining('exit code 1') });
  news();
  await application.update();
  expect(news()).toEqual(['start', 'end']);
});

test('reports each start, and leaves out messages about the work of the server', async () => {
  const { application, news, print } = applicationWith();
  await application.update();
  news();
  for (const line of [
    '',
    '  VITE v8.3.8  ready in 300 ms',
    '  ➜  Local:   http://localhost:3000/',
    '9:29:13 AM [vite] (client) hmr update /client/pages/a.tsx',
    '\u001B[31m9:29:14 AM [vite] Internal server error: x\u001B[39m',
    '9:29:14 AM [vite] (client) Pre-transform error: y',
    '  ➜  Local:   http://localhost:3000/',
  ]) {
    print(line);
  }
  expect(news()).toEqual([
    'ready http://localhost:3000 first',
    'line 9:29:14 AM [vite] Internal server error: x',
    'line 9:29:14 AM [vite] (client) Pre-transform error: y',
    'ready http://localhost:3000 again',
  ]);
});
