import { contentsOf } from '../../consent/contents.ts';
import { printFootprint } from '../../consent/footprint-increase.ts';
import { footprintOf } from '../../consent/footprint.ts';
import { releaseOf, type LockedPlugin } from '../../lockfile/lockfile.ts';
import { bundledReportState } from '../../plugin/bundled-report.ts';
import { readStatements } from '../../plugin/data-statements.ts';
import type { Contribution, Plugin, PluginSource } from '../../plugin/plugin.ts';
import { secretSettings } from '../../plugin/secrets.ts';
import { reportState, type ReportState } from '../../plugin/test-report.ts';
import { capabilitiesOf } from '../../policy/permissions.ts';
import type { SourceKind, Subject } from '../../policy/subject.ts';
import { addedPackages, type PackageReleases } from '../packages/added-packages.ts';

/** Further facts about a plugin. */
export interface Known {
  /** Lockfile entry of the installed plugin. */
  readonly locked?: LockedPlugin | undefined;
  /** Result of the plugin run. */
  readonly contribution?: Contribution;
  /** Registry data of packages. */
  readonly releases?: PackageReleases;
}

/** Converts a plugin to a policy subject, with the installed version and, after a run, its contribution. */
export function subjectOf(
  plugin: Pick<Plugin, 'manifest' | 'source' | 'integrity' | 'release'> & Partial<Pick<Plugin, 'files'>>,
  { locked, contribution, releases }: Known = {},
): Subject {
  const { manifest, source, integrity, release, files } = plugin;
  return {
    name: manifest.name,
    version: manifest.version,
    source: kindOf(source),
    ...(source.kind === 'registry' ? { registry: source.url } : {}),
    integrity,
    manifest,
    release,
    ...(files !== undefined && { report: reportOf({ manifest, source, files }).state }),
    packages: addedPackages(plugin, { locked, ...(releases !== undefined && { releases }) }),
    ...(locked === undefined ? {} : { before: { ...locked, trust: releaseOf(locked)?.trust } }),
    ...(contribution === undefined ? {} : { capabilities: contributed(contribution) }),
  };
}

function reportOf(plugin: Pick<Plugin, 'manifest' | 'source' | 'files'>): ReportState {
  return plugin.source.kind === 'bundled' ? bundledReportState(plugin) : reportState(plugin.files);
}

/** Returns the policy name of a source kind. */
function kindOf({ kind }: Pick<PluginSource, 'kind'>): SourceKind {
  if (kind === 'folder') return 'directory';
  return kind === 'archive' ? 'file' : kind;
}

/** Returns the capabilities that a contribution adds to the project. */
function contributed(contribution: Contribution): readonly string[] {
  const footprint = printFootprint(footprintOf(contribution));
  const secrets = secretSettings(contribution).map(({ variable }) => variable);
  const scripts = (contribution.migrations ?? []).map(({ script }) => readStatements(script));
  const tables = [...new Set(scripts.flatMap((read) => read.tables))].toSorted();
  return capabilitiesOf({ ...footprint, tables, secrets, paths: [...contentsOf(contribution).keys()] });
}
