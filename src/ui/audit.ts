import { printable } from '../errors/printable.ts';
import type { AuditResult } from '../flows/policy/audit.ts';
import { verdictLines } from './policy.ts';
import { sourceWords } from './release.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Every installed plugin with what speaks against it. */
export function auditView({ passed, plugins, missing, advisories }: AuditResult, screen: Screen): string {
  const { style, width } = screen;
  const marks = { allow: style.green('✔'), ask: style.yellow('?'), deny: style.red('✖') } as const;
  const lines = plugins.flatMap(({ name, version, source, enabled, verdict, verdicts }) => {
    const about = [sourceWords(source), ...(enabled ? [] : ['off'])].join(', ');
    const line = `${marks[verdict]} ${style.bold(printable(`${name} ${version}`))}, ${printable(about)}`;
    const against = verdicts.filter((said) => said.verdict !== 'allow');
    return [wrap(line, { width, hanging: 2 }), ...verdictLines(against, screen)];
  });
  const required = missing.flatMap((said) => [
    `${style.red('✖')} ${style.bold(printable(said.name))} is not installed`,
    ...verdictLines([said], screen),
  ]);
  const denied = plugins.some((plugin) => plugin.verdict === 'deny') || missing.length > 0;
  const ends = [
    ...(denied ? ['Take out what is denied with `genlock remove`, and add what is required.'] : []),
    ...(passed || denied ? [] : ['Update what has known faults with `genlock update`, or take it out.']),
    ...(passed && lines.length > 0 ? ['Nothing that is installed is denied.'] : []),
  ];
  return [
    ...(lines.length === 0 ? ['No plugin is installed.'] : lines),
    ...required,
    ...faultLines(advisories, screen),
    ...(ends.length === 0
      ? []
      : ['', ...ends.map((text) => wrap(text, { width })), ...uncheckedLines(advisories, screen)]),
  ].join('\n');
}

type Advisories = AuditResult['advisories'];

/** The known faults, the worst first. */
function faultLines({ faults }: Advisories, { style, width }: Screen): readonly string[] {
  if (faults.length === 0) return [];
  const lines = faults.flatMap(({ kind, name, version, id, severity, title, url, vulnerable, patched }) => {
    const colour = severity === 'critical' || severity === 'high' ? style.red : style.yellow;
    const what = `${colour(severity)} ${style.bold(printable(`${name} ${version}`))} (${kind}): ${printable(title)}`;
    const more = [
      `advisory ${id}`,
      `in ${vulnerable}`,
      ...(patched === undefined ? [] : [`not in ${patched}`]),
      ...(url === undefined ? [] : [url]),
    ];
    return [wrap(what, { width, hanging: 2 }), wrap(printable(more.join(', ')), { width, indent: 2, hanging: 4 })];
  });
  return ['', 'Known faults:', ...lines];
}

/** What nobody answered for. */
function uncheckedLines({ faults, unchecked, checked }: Advisories, { width }: Screen): readonly string[] {
  if (checked) return faults.length > 0 ? [] : ['No fault of what is installed is known.'];
  return unchecked.map(({ names, reason }) =>
    wrap(`Not checked for known faults: ${printable(names.join(', '))}; ${printable(reason)}.`, { width, hanging: 2 }),
  );
}
