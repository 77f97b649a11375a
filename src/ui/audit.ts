import { printable } from '../errors/printable.ts';
import type { AuditResult } from '../flows/audit.ts';
import { verdictLines } from './policy.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Every installed plugin with what speaks against it. */
export function auditView({ passed, plugins, missing }: AuditResult, screen: Screen): string {
  const { style, width } = screen;
  const marks = { allow: style.green('✔'), ask: style.yellow('?'), deny: style.red('✖') } as const;
  const lines = plugins.flatMap(({ name, version, source, enabled, verdict, verdicts }) => {
    const about = [source, ...(enabled ? [] : ['off'])].join(', ');
    const line = `${marks[verdict]} ${style.bold(printable(`${name} ${version}`))} ${printable(about)}`;
    const against = verdicts.filter((said) => said.verdict !== 'allow');
    return [wrap(line, { width, hanging: 2 }), ...verdictLines(against, screen)];
  });
  const required = missing.flatMap((said) => [
    `${style.red('✖')} ${style.bold(printable(said.name))} is not installed`,
    ...verdictLines([said], screen),
  ]);
  const verdict = passed
    ? 'Nothing that is installed is denied.'
    : 'Take out what is denied with `genlock remove`, and add what is required.';
  return [
    ...(lines.length === 0 ? ['No plugin is installed.'] : lines),
    ...required,
    '',
    wrap(verdict, { width }),
    wrap('Not checked: known faults of the packages; ask for them in the project with `npm audit`.', { width }),
  ].join('\n');
}
