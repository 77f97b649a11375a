import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createPlugin } from '../../src/flows/author/create.ts';
import { developPlugin, type DevRound, type PluginDevPorts } from '../../src/flows/author/dev.ts';
import { GenlockError } from '../../src/testing.ts';
import { page } from '../../src/ui/terminal.ts';
import { devRoundView } from '../../src/ui/plugin-dev.ts';
import { temporaryFolder } from '../support/temporary.ts';

type Step = (context: { readonly folder: string; readonly root: string }) => void;

/** Runs `plugin dev`. Each step edits the plugin after the result of the one before; the watch ends after the last. */
async function develop(
  steps: readonly Step[],
  { project, once = false, manifest }: { project?: string; once?: boolean; manifest?: object } = {},
) {
  const { plugin } = await createPlugin({ cwd: temporaryFolder(), name: 'notes', dryRun: false });
  const file = join(plugin.folder, 'manifest.json');
  if (manifest !== undefined) {
    writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), ...manifest }));
  }
  const controller = new AbortController();
  const results: (DevRound | GenlockError)[] = [];
  const waiting = [...steps];
  let root = '';
  const next = (result: DevRound | GenlockError): void => {
    results.push(result);
    const step = waiting.shift();
    if (step === undefined) controller.abort();
    // The watch begins after this function.
    else setTimeout(() => step({ folder: plugin.folder, root }), 200);
  };
  const ports: PluginDevPorts = {
    env: {},
    clock: () => new Date(0),
    random: (bytes) => new Uint8Array(bytes),
    progress: () => undefined,
    signal: controller.signal,
    onProject: (place) => void (root = place),
    onRound: next,
    onError: (error) => next(error as GenlockError),
  };
  const succeeded = await developPlugin({ folder: plugin.folder, once, ...(project && { project }) }, ports);
  return { results, root, succeeded, folder: plugin.folder };
}

const pagePath = 'client/pages/notes/index.tsx';
const edit =
  (path: string, change: (text: string) => string): Step =>
  ({ folder }) =>
    writeFileSync(join(folder, path), change(readFileSync(join(folder, path), 'utf8')));

const roundAt = (results: readonly (DevRound | GenlockError)[], at: number): DevRound => {
  const result = results[at];
  if (result === undefined || result instanceof GenlockError) throw new Error(`run ${at} failed`, { cause: result });
  return result;
};

test('applies each edit, shows its difference, and continues after an error', async () => {
  const { results, root } = await develop([
    edit(`templates/shared/${pagePath}`, (text) => text.replace('Leave a note', 'Write a note')),
    edit('generator.ts', (text) => `${text}throw new Error('broken');\n`),
    edit('generator.ts', (text) => text.replace("throw new Error('broken');\n", '')),
    ({ folder }) => {
      mkdirSync(join(folder, 'templates/express/server/lib'), { recursive: true });
      writeFileSync(join(folder, 'templates/express/server/lib/notes-text.ts'), "export const text = 'a';\n");
    },
  ]);
  expect(roundAt(results, 0).result.plugins.map(({ change }) => change)).toEqual(['added']);
  const { diff } = roundAt(results, 1);
  expect(diff.map(({ path }) => path)).toEqual([pagePath]);
  expect(diff[0]?.patch).toContain('+          Write a note');
  expect(results[2]).toMatchObject({ code: 'SANDBOX_THREW', problems: [{ where: { file: 'generator.js' } }] });
  // The folder is again as before the error.
  expect(roundAt(results, 3).result.status).toBe('unchanged');
  expect(devRoundView(roundAt(results, 4), page)).toContain('server/lib/notes-text.ts');
  expect(results).toHaveLength(5);
  expect([root === '', existsSync(dirname(root))]).toEqual([false, false]);
});

test('creates a project with sign-in for a plugin that extends authentication', async () => {
  const project = join(temporaryFolder(), 'demo');
  const { succeeded } = await develop([], { project, once: true, manifest: { extends: 'auth' } });
  expect(succeeded).toBe(true);
  expect(JSON.parse(readFileSync(join(project, 'genlock.json'), 'utf8')).plugins).toHaveProperty('auth-jwt');
});

test('keeps a named project, and runs once if requested', async () => {
  const project = join(temporaryFolder(), 'demo');
  const { results, succeeded, root } = await develop([], { project, once: true });
  expect([results.length, succeeded, root]).toEqual([1, true, project]);
  expect(readFileSync(join(project, pagePath), 'utf8')).toContain('Leave a note');
  expect(existsSync(join(project, 'node_modules'))).toBe(false);
});

test('reports an error if the folder is deleted', async () => {
  const { results } = await develop([({ folder }) => rmSync(folder, { recursive: true })]);
  expect(results[1]).toBeInstanceOf(GenlockError);
});
