import { expect, test } from 'vitest';
import type { RegisteredJob } from '../../../sandbox/index.ts';
import type { Config, DatabaseKind } from '../../../src/config/config.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import type { Contribution } from '../../../src/plugin/plugin.ts';
import { render } from '../../../src/render/render.ts';
import { contribution } from './contributions.ts';

const path = 'server/generated/jobs.ts';

const plugin = (name: string, ...jobs: readonly RegisteredJob[]): Contribution =>
  contribution(name, {
    operations: [
      { kind: 'copyTemplates', files: jobs.map(({ module }) => ({ path: module, content: '' })) },
      { kind: 'registerJobs', jobs },
    ],
  });

const digest = plugin('newsletter', {
  name: 'send-digest',
  module: 'server/lib/newsletter/send-digest.ts',
  schedule: '0 8 * * 1-5',
  timeZone: 'Europe/Berlin',
  retries: 0,
});
const index = plugin('@acme/search', { name: 'index', module: 'server/lib/search/index.ts' });

interface Given {
  readonly contributions?: readonly Contribution[];
  readonly database?: DatabaseKind;
  readonly jobs?: boolean;
}

/** Renders a project to text by path. */
function project({ contributions = [], database = 'file', jobs = false }: Given): ReadonlyMap<string, string> {
  const config: Config = { name: 'sample', database, ...(jobs && { jobs }), entities: [], plugins: new Map() };
  const tree = render({ config, model: resolveModel(config), contributions });
  return new Map([...tree].map(([name, { content }]) => [name, Buffer.from(content).toString()]));
}

test('a project without jobs has no code, package or variable of jobs', () => {
  const files = project({});
  expect([...files.keys()].filter((name) => /jobs/u.test(name))).toEqual([]);
  expect([...files.values()].filter((text) => /croner|pg-boss|JOBS/u.test(text))).toEqual([]);
  expect(project({ contributions: [plugin('empty')] }).has(path)).toBe(false);
});

test('lists jobs with the names of their plugins and the given options', () => {
  const text = project({ contributions: [index, digest] }).get(path) ?? '';
  expect(text.slice(text.indexOf('/** The jobs'))).toBe(`/** The jobs of plugins. */
export const pluginJobs: readonly RegisteredJob[] = [
  {
    name: 'acme/search/index',
    load: async () => (await import('../lib/search')).job,
  },
  {
    name: 'newsletter/send-digest',
    schedule: '0 8 * * 1-5',
    timeZone: 'Europe/Berlin',
    retries: 0,
    load: async () => (await import('../lib/newsletter/send-digest')).job,
  },
];
`);
});

test('removes exactly the jobs of a plugin', () => {
  expect(project({ contributions: [digest] }).get(path)).not.toContain('search');
  expect([...project({ contributions: [plugin('empty')] })]).toEqual([...project({ contributions: [] })]);
});

test('a project with jobs of its own has an empty list of plugins', () => {
  expect(project({ jobs: true }).get(path)).toContain('pluginJobs: readonly RegisteredJob[] = [];');
});

test.each([
  ['file', 'croner', /^\^20\./u],
  ['document', 'croner', /^\^20\./u],
  ['relational', 'pg-boss', /^>=22\./u],
] as const)('jobs on %s use %s', (database, name, node) => {
  const files = project({ database, jobs: true });
  const manifest = JSON.parse(files.get('package.json') ?? '');
  expect(Object.keys(manifest.dependencies).filter((other) => ['croner', 'pg-boss'].includes(other))).toEqual([name]);
  expect(manifest.engines.node).toMatch(node);
  expect(files.get('server/lib/jobs/queue.ts')).toContain(`from '${name}'`);
  expect(files.get('.env.example')).toContain('\nJOBS=on\n');
  expect(files.get('server/generated/variables.ts')).toContain("JOBS: z.enum(['on', 'off']).default('on')");
});
