/** The reference page of all error codes. */
import { codes, exitCodes, exitMeanings, type CodeEntry } from '../../../src/errors/codes.ts';
import { configCodes } from '../../../src/errors/codes/config.ts';
import { dataCodes } from '../../../src/errors/codes/data.ts';
import { pluginTestCodes } from '../../../src/errors/codes/plugin-test.ts';
import { pluginCodes } from '../../../src/errors/codes/plugin.ts';
import { policyCodes } from '../../../src/errors/codes/policy.ts';
import { projectCodes } from '../../../src/errors/codes/project.ts';
import { registryServerCodes } from '../../../src/errors/codes/registry-server.ts';
import { registryCodes } from '../../../src/errors/codes/registry.ts';
import { renderCodes } from '../../../src/errors/codes/render.ts';
import { sandboxCodes } from '../../../src/errors/codes/sandbox.ts';
import { usageCodes } from '../../../src/errors/codes/usage.ts';
import { validationCodes } from '../../../src/errors/codes/validation.ts';
import { anchorOf, code, page, prose, table } from './markdown.ts';

const groups: Readonly<Record<string, Readonly<Record<string, CodeEntry>>>> = {
  'Command line': usageCodes,
  'genlock.json': configCodes,
  'Database and schema': dataCodes,
  'Project and its records': projectCodes,
  'Package and manifest of a plugin': pluginCodes,
  'Run of a plugin': sandboxCodes,
  'Operations of a plugin': validationCodes,
  'Conflicts between plugins': renderCodes,
  'Tests of a plugin': pluginTestCodes,
  Policies: policyCodes,
  Registries: registryCodes,
  'Team registry': registryServerCodes,
};

/** Returns the page. */
export function errorsPage(): string {
  const grouped = Object.values(groups).flatMap((group) => Object.keys(group));
  const missing = Object.keys(codes).filter((name) => !grouped.includes(name));
  if (missing.length > 0) throw new Error(`The page of errors has no group for ${missing.join(', ')}.`);
  return page(
    '# Errors',
    'Every error has a stable code, a message, a location and a hint. With `--json`, errors are printed as data. Search this page for the code.',
    table(
      ['exit code', 'meaning'],
      Object.entries(exitCodes).map(([name, number]) => [String(number), meaning(name)]),
    ),
    Object.keys(groups)
      .map((title) => `- [${title}](#${anchorOf(title)})`)
      .join('\n'),
    ...Object.entries(groups).map(([title, group]) => `## ${title}\n\n${sections(group)}`),
  );
}

function sections(group: Readonly<Record<string, CodeEntry>>): string {
  return Object.entries(group)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(
      ([name, { exit, hint }]) =>
        `### ${code(name)}\n\n${prose(hint)}\n\nExit code ${exitCodes[exit]}: ${meaning(exit)}.`,
    )
    .join('\n\n');
}

function meaning(exit: string): string {
  return new Map<string, string>(Object.entries(exitMeanings)).get(exit) ?? '';
}
