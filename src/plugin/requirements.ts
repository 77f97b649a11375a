import type { DatabaseKind } from '../config/config.ts';
import { throwProblems } from '../errors/error.ts';
import type { Problem } from '../errors/error.ts';
import type { Manifest } from './plugin.ts';

/** Framework of generated projects. */
const framework = 'express';

/**
 * Checks a plugin's manifest against the project (the plugin contract).
 *
 * @throws GenlockError PLUGIN_FRAMEWORK_UNSUPPORTED if its frameworks don't include ours; PLUGIN_DATABASE_UNSUPPORTED
 * if its databases don't include the project's
 */
export function requireSupport({ name, frameworks, databases }: Manifest, database: DatabaseKind): void {
  const problems: Problem[] = [];
  if (!frameworks.includes(framework)) {
    const message = `${name} has no support for ${framework}, only for ${listed(frameworks)}`;
    problems.push({ code: 'PLUGIN_FRAMEWORK_UNSUPPORTED', message });
  }
  if (!databases.includes(database)) {
    const message = `${name} has no support for ${database} databases, only for ${listed(databases)}`;
    problems.push({ code: 'PLUGIN_DATABASE_UNSUPPORTED', message });
  }
  throwProblems(problems);
}

function listed(words: readonly string[]): string {
  return words.length === 0 ? 'none' : words.join(', ');
}
