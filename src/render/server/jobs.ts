import type { RegisteredJob } from '../../../sandbox/index.ts';
import { type Code, lazyMember, lines, paragraphs, print, property, quote, rows } from '../code.ts';
import type { Emitter, EmittedFile, RenderInput } from '../emitter.ts';
import { header } from '../header.ts';
import { staticFile } from '../static-file.ts';

/** Returns whether the application has background jobs: of a plugin, or of the project (`jobs` in `genlock.json`). */
export function hasJobs({ config, contributions }: Pick<RenderInput, 'config' | 'contributions'>): boolean {
  return config.jobs === true || contributions.some((contribution) => registered(contribution).length > 0);
}

const common = [
  'server/lib/jobs/attempt.ts',
  'server/lib/jobs/index.ts',
  'server/lib/jobs/job.ts',
  'server/lib/jobs/memory.ts',
  'server/lib/jobs/registry.ts',
  'server/lib/jobs/start.ts',
  'test/server/jobs.test.ts',
  'test/support/jobs.ts',
] as const;

/** Background jobs: `server/lib/jobs`, and `server/generated/jobs.ts` with the jobs of plugins. Absent without jobs. */
export const jobs: Emitter = function* (input) {
  if (!hasJobs(input)) return;
  for (const path of common) yield { path, content: staticFile(path) };
  const queue = 'server/lib/jobs/queue.ts';
  const variant = input.config.database === 'relational' ? 'relational' : 'in-process';
  yield { path: queue, content: staticFile(`${variant}/${queue}`) };
  yield pluginJobs(input);
};

function pluginJobs({ contributions }: RenderInput): EmittedFile {
  const all = contributions.flatMap((contribution) =>
    registered(contribution).map((job) => entry(contribution.manifest.name, job)),
  );
  const list = 'export const pluginJobs: readonly RegisteredJob[] = ';
  return {
    path: 'server/generated/jobs.ts',
    content: print(
      paragraphs([
        lines([header, "import type { RegisteredJob } from '../lib/jobs/registry';"]),
        lines(['/** The jobs of plugins. */', [list, all.length === 0 ? '[];' : rows('[', all, '];')]]),
      ]),
    ),
  };
}

function registered({ operations }: RenderInput['contributions'][number]): readonly RegisteredJob[] {
  return operations.flatMap((operation) => (operation.kind === 'registerJobs' ? operation.jobs : []));
}

/**
 * The name begins with the name of the plugin, so that names of plugins and of the project never collide. Queues cannot have
 * the `@` of a scope in their names.
 */
function entry(plugin: string, { name, module, schedule, timeZone, retries }: RegisteredJob): Code {
  const path = module.replace(/^server\//u, '../').replace(/(?:\/index)?\.[jt]sx?$/u, '');
  return rows(
    '{',
    [
      property('name', quote(`${plugin.replace(/^@/u, '')}/${name}`)),
      ...(schedule === undefined ? [] : [property('schedule', quote(schedule))]),
      ...(timeZone === undefined ? [] : [property('timeZone', quote(timeZone))]),
      ...(retries === undefined ? [] : [property('retries', String(retries))]),
      ['load: async () => ', lazyMember(path, 'job')],
    ],
    '}',
  );
}
