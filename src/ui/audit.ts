import { printable } from '../errors/printable.ts';
import type { AuditResult } from '../flows/policy/audit.ts';
import { verdictLines } from './policy.ts';
import { sourceWords } from './release.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Lists every installed plugin with the policy verdicts against it. */
export function auditView({ passed, plugins, missing, advisories, releases }: AuditResult, screen: Screen): string {
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
    ...(denied ? ['Remove denied plugins with `genlock remove`, and add required plugins.'] : []),
    ...(passed || denied ? [] : ['Update the listed plugins with `genlock update`, or remove them.']),
    ...(passed && lines.length > 0 ? ['No installed plugin is denied.'] : []),
  ];
  return [
    ...(lines.length === 0 ? ['No plugin is installed.'] : lines),
    ...required,
    ...faultLines(advisories, screen),
    ...releaseLines(releases, screen),
    ...(ends.length === 0
      ? []
      : [
          '',
          ...ends.map((text) => wrap(text, { width })),
          ...uncheckedLines(advisories, screen),
          ...notCompared(releases, screen),
        ]),
  ].join('\n');
}

type Advisories = AuditResult['advisories'];

/** Lists the known vulnerabilities, the most severe first. */
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
  return ['', 'Known vulnerabilities:', ...lines];
}

type Releases = AuditResult['releases'];

const states: Readonly<Record<Releases['changed'][number]['state'], string>> = {
  deprecated: 'is deprecated',
  unpublished: 'was unpublished, or is hidden from you',
  replaced: 'was replaced: the same version now has other bytes',
};

/** Lists the releases that changed since they were installed. */
function releaseLines({ changed }: Releases, { style, width }: Screen): readonly string[] {
  if (changed.length === 0) return [];
  const lines = changed.map(({ name, version, registry, mirror, state, message }) => {
    const mark = state === 'deprecated' ? style.yellow('!') : style.red('✖');
    const place = mirror === undefined ? `at ${registry}` : `in the mirror ${mirror}`;
    const more = message === undefined ? '' : `: ${message}`;
    const text = `${mark} ${style.bold(printable(`${name} ${version}`))} ${printable(`${states[state]} ${place}${more}`)}`;
    return wrap(text, { width, hanging: 2 });
  });
  return ['', 'Changed releases:', ...lines];
}

/** Lists the plugins whose releases could not be compared with their registries. */
function notCompared({ unchecked }: Releases, { width }: Screen): readonly string[] {
  return unchecked.map(({ names, reason }) => {
    const text = `Not compared with its registry: ${names.join(', ')}; ${reason}.`;
    return wrap(printable(text), { width, hanging: 2 });
  });
}

/** Lists the packages that were not checked for vulnerabilities. */
function uncheckedLines({ faults, unchecked, checked }: Advisories, { width }: Screen): readonly string[] {
  if (checked) return faults.length > 0 ? [] : ['No known vulnerabilities in installed packages.'];
  return unchecked.map(({ names, reason }) =>
    wrap(`Not checked for known vulnerabilities: ${printable(names.join(', '))}; ${printable(reason)}.`, {
      width,
      hanging: 2,
    }),
  );
}
