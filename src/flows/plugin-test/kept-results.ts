import type { RunReport } from '../../../sandbox/index.ts';
import type { Digest } from '../../core/digest.ts';
import { renderProject, type Ingredients, type RenderedProject } from '../../engine/render-project.ts';

/** Number of kept projects. A case needs two: with and without the plugin. */
const limit = 8;

/**
 * Returns a function that renders each project once, because a check prepares the same project several times. `render`
 * is a pure function of the configuration and the operations.
 */
export function keptRenders(): (ingredients: Ingredients) => Promise<RenderedProject> {
  const known = new Map<string, Promise<RenderedProject>>();
  return ({ configuration, plugins }) => {
    const key = JSON.stringify([configuration.text, plugins.map(({ stored }) => stored.digest)]);
    const rendered = known.get(key) ?? renderProject(configuration, plugins);
    known.delete(key);
    known.set(key, rendered);
    const [oldest] = known.keys();
    if (known.size > limit && oldest !== undefined) known.delete(oldest);
    return rendered;
  };
}

/**
 * Returns a function that runs a plugin twice with the same inputs, so that its results can be compared. All later calls
 * return the first result, because a run depends only on its inputs.
 */
export function keptRuns(): (key: Digest, run: () => Promise<RunReport>) => Promise<RunReport> {
  const known = new Map<Digest, { readonly first: RunReport; readonly isCompared: boolean }>();
  return async (key, run) => {
    const earlier = known.get(key);
    if (earlier?.isCompared === true) return earlier.first;
    const report = await run();
    known.set(key, { first: earlier?.first ?? report, isCompared: earlier !== undefined });
    return report;
  };
}
