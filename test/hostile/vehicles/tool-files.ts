/** Files that the tools of a project load by their names. */
import { ran, type Vehicle } from './vehicle.ts';

export const toolFiles: readonly Vehicle[] = [
  {
    what: 'configuration in a subfolder',
    tool: 'oxlint, Vitest',
    files: { 'client/oxlint.config.mjs': ran },
    loader: 'node',
    counted: 'build',
  },
  {
    what: 'snapshots',
    tool: 'Vitest',
    files: {
      'test/__snapshots__/a.test.ts.snap': ran,
      'test/a.test.ts': "test('a', () => expect(1).toMatchSnapshot());\n",
    },
    loader: 'vitest',
    counted: 'tests',
  },
  {
    what: 'mocks',
    tool: 'Vitest',
    files: {
      'client/lib/__mocks__/b.mjs': ran,
      'client/lib/b.mjs': '',
      'test/a.test.ts': "vi.mock('../client/lib/b.mjs');\ntest('a', () => import('../client/lib/b.mjs'));\n",
    },
    loader: 'vitest',
    counted: 'tests',
  },
  {
    what: 'tests below a folder that pages load',
    tool: 'Vite',
    files: { 'client/components/header/a.test.tsx': ran },
    loader: 'vite',
    counted: 'everyPage',
  },
  {
    what: 'configuration in the root',
    tool: 'Vite, TypeScript, Vitest, oxlint',
    files: { 'vite.config.mjs': `${ran}export default {};\n` },
    loader: 'vite configuration',
    refused: 'JUDGE_PATH_TOOL',
  },
  {
    what: 'filters in `.gitattributes`',
    tool: 'git',
    files: { '.gitattributes': '* filter=a\n' },
    loader: 'git',
    refused: 'JUDGE_PATH_TOOL',
  },
  {
    what: 'scripts in `package.json`',
    tool: 'npm',
    files: { 'client/package.json': '{ "scripts": { "install": "node a" } }\n', 'client/a': ran },
    loader: 'npm',
    refused: 'JUDGE_PATH_TOOL',
  },
  {
    what: 'tasks that an editor runs',
    tool: 'editors',
    files: { '.vscode/tasks.json': '{}\n' },
    loader: 'corpus',
    refused: 'JUDGE_PATH_TOOL',
  },
];
