import { anyMatches, globMatches, teamOf } from './globs.ts';
import type { Subject } from './subject.ts';

/** Named group of plugins. */
export interface Team {
  /** Name patterns of the plugins. */
  readonly plugins: readonly string[];
  /** User names at the registry. If present, one of them must have published the release. */
  readonly publishers?: readonly string[];
}

interface WithTeams {
  readonly teams?: Readonly<Record<string, Team>>;
}

/** Facts about a plugin that decide whether a pattern matches it. */
export type Named = Pick<Subject, 'name'> & Partial<Pick<Subject, 'source' | 'release'>>;

/** `unknown`: a release must be requested before its publisher is known. */
export type Match = 'yes' | 'no' | 'unknown';

/**
 * Checks whether a name pattern or a team matches a plugin. A team with publishers matches only releases of a registry
 * that one of them published.
 */
export function matchOf(pattern: string, plugin: Named, { teams = {} }: WithTeams): Match {
  const name = teamOf(pattern);
  if (name === undefined) return globMatches(pattern, plugin.name) ? 'yes' : 'no';
  const team = Object.hasOwn(teams, name) ? teams[name] : undefined;
  if (team === undefined || !anyMatches(team.plugins, plugin.name)) return 'no';
  if (team.publishers === undefined) return 'yes';
  const { source = 'registry', release } = plugin;
  if (source !== 'registry') return 'no';
  if (release === undefined) return 'unknown';
  return release.publisher !== undefined && team.publishers.includes(release.publisher) ? 'yes' : 'no';
}

/** Checks whether a policy needs the publishers of releases. */
export function asksForPublishers({ teams = {} }: WithTeams): boolean {
  return Object.values(teams).some(({ publishers }) => publishers !== undefined);
}
