import { policyResources } from '../../../sandbox/index.ts';
import { compareText } from '../../core/tree.ts';
import { type Code, lines, list, paragraphs, print, quote, rows } from '../code.ts';
import type { Emitter, RenderInput } from '../emitter.ts';
import { header } from '../header.ts';

/** `server/generated/security-policy.ts`: the hosts that plugins add to the Content-Security-Policy. */
export const securityPolicy: Emitter = function* ({ contributions }) {
  const sources = sourcesOf(contributions);
  const members = policyResources
    .toSorted(compareText)
    .map((resource): Code => [`${resource}: `, list('[', (sources.get(resource) ?? []).map(quote), ']')]);
  yield {
    path: 'server/generated/security-policy.ts',
    content: print(
      paragraphs([
        header,
        lines([
          '/** The hosts that pages may load resources from, in addition to this server, by resource. */',
          rows('export const hosts = {', members, '};'),
        ]),
      ]),
    ),
  };
};

/** Returns the sources of all plugins by resource, sorted and without duplicates. */
function sourcesOf(contributions: RenderInput['contributions']): ReadonlyMap<string, readonly string[]> {
  const all = contributions
    .flatMap(({ operations }) => operations)
    .flatMap((operation) => (operation.kind === 'registerSecurityPolicy' ? Object.entries(operation.sources) : []));
  const byResource = Map.groupBy(all, ([resource]) => resource);
  return new Map(
    [...byResource].map(([resource, given]) => [
      resource,
      [...new Set(given.flatMap(([, list]) => list))].toSorted(compareText),
    ]),
  );
}
