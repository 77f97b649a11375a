import { relative } from 'node:path';
import type { DatabaseKind } from '../config/config.ts';
import { ownPackage } from '../own-package.ts';
import type { NextStep, Plan } from '../plan/plan.ts';

/** What the steps depend on; paths absolute. */
export interface StepsRequest {
  readonly cwd: string;
  readonly root: string;
  readonly config?: string;
  readonly plugins: readonly string[];
  readonly install: boolean;
}

/** What remains to be done after a project was made, in order. */
export function firstSteps({ cwd, install }: StepsRequest, root: string): readonly NextStep[] {
  const folder = relative(cwd, root);
  return [
    ...(folder === '' ? [] : [{ command: `cd ${commandWord(folder)}`, reason: 'The project.' }]),
    ...(install ? [] : [{ command: 'npm install', reason: 'Installs its packages; none of them runs a script.' }]),
    {
      command: `${invocation()} db migrate dev --name init`,
      reason: 'Creates the database, the first migration and sample records.',
    },
    { command: 'npm run dev', reason: 'Starts API and client on http://localhost:3000.' },
  ];
}

/** The command that makes the same project again, with the version pinned and every choice spelled out. */
export function replayOf(request: StepsRequest, database: DatabaseKind): string {
  const { cwd, root, config, plugins, install } = request;
  const near = (path: string): string => commandWord(relative(cwd, path) || '.');
  return [
    `${invocation()} init ${near(root)} --database ${database}`,
    ...(config === undefined ? [] : [`--config ${near(config)}`]),
    ...plugins.map((path) => `--plugins ${near(path)}`),
    ...(install ? ['--install'] : []),
    '--yes',
  ].join(' ');
}

/** How this very version of Genlock is called, whether or not it is installed. */
export function invocation(): string {
  return `npx genlock@${ownPackage().version}`;
}

/** A word as a shell takes it. */
export function commandWord(text: string): string {
  return /^[\w./@:=-]+$/u.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What remains to be done after a project was changed: what the changed files ask for. */
export function changeSteps(
  { changes }: Plan,
  { name, install }: { readonly name: string; readonly install: boolean },
) {
  const touches = (matches: (path: string) => boolean): boolean => changes.some(({ path }) => matches(path));
  const steps: NextStep[] = [];
  if (!install && touches((path) => path === 'package.json')) {
    steps.push({ command: 'npm install', reason: 'The packages have changed.' });
  }
  if (touches((path) => path.startsWith('prisma/schema/'))) {
    const reason = 'The database schema has changed.';
    steps.push({ command: `${invocation()} db migrate dev --name ${commandWord(name)}`, reason });
  }
  return steps;
}
