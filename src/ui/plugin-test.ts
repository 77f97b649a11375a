import { printable } from '../errors/printable.ts';
import type { BrokenLaw, LawResult, PluginTestResult } from '../flows/plugin-test/result.ts';
import { listed, rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

type ShownCase = PluginTestResult['cases'][number];

/** Shows the result of `genlock plugin test`: broken laws with their smallest project, then all laws. */
export function testedView(result: PluginTestResult, screen: Screen): string {
  const { plugin, laws, cases, broken, consent, refused, grid, report } = result;
  const { style, width } = screen;
  const name = style.bold(`${printable(plugin.name)} ${printable(plugin.version)}`);
  const held = laws.filter(({ status }) => status === 'held').length;
  const sum = `${held} of ${laws.length} laws hold for ${name} in ${projectsWords(cases.length)} (${grid} grid)`;
  const mark = broken.length === 0 ? style.green('✔') : style.red('✖');
  const changes = consent.map(({ by, value, added, removed }): Row => {
    const facts = [...added.map((fact) => `+ ${fact}`), ...removed.map((fact) => `- ${fact}`)];
    return [printable(`${by} = ${JSON.stringify(value)}`), listed(facts)];
  });
  const refusals = refused.map(({ code, message, case: one }): Row => [
    code,
    `${printable(message)} (${caseWords(one)})`,
  ]);
  const written = report === undefined ? [] : [wrap(`Report: ${printable(report)}`, { width })];
  return [
    ...broken.map((one) => brokenView(one, screen)),
    ...section('Changes of consent by settings and databases', changes, screen),
    ...section('Refused projects', refusals, screen),
    rows(
      laws.map((law) => [law.law, lawWords(law)] as const),
      screen,
    ),
    [wrap(`${mark} ${sum}`, { width, hanging: 2 }), ...written].join('\n'),
  ].join('\n\n');
}

function section(title: string, list: readonly Row[], screen: Screen): readonly string[] {
  return list.length === 0 ? [] : [`${screen.style.bold(title)}\n${rows(list, screen)}`];
}

function brokenView(
  { code, message, where, hint, output = [], case: one }: BrokenLaw,
  { style, width }: Screen,
): string {
  const place =
    where === undefined
      ? undefined
      : [where.file, where.line, where.column].filter((part) => part !== undefined).join(':');
  return [
    wrap(`${style.red(style.bold(code))} ${printable(message)}`, { width, hanging: 2 }),
    ...(place === undefined ? [] : [wrap(style.cyan(printable(place)), { width, indent: 2 })]),
    ...output.map((line) => wrap(printable(line), { width, indent: 4, hard: true })),
    wrap(`Smallest project: ${caseWords(one)}`, { width, indent: 2, hanging: 4 }),
    wrap(`${style.dim('→')} ${printable(hint)}`, { width, indent: 2, hanging: 4 }),
  ].join('\n');
}

const entities: Readonly<Record<ShownCase['graph'], string>> = {
  none: 'no entities',
  one: 'one entity',
  relations: 'entities with relations',
  large: 'twelve entities',
  names: 'entities with the names of the plugin',
};

/** `database file, one entity, no other plugin, settings {"title":""}` */
function caseWords({ database, graph, auth, neighbour, settings }: ShownCase): string {
  return printable(
    [
      `database ${database}`,
      entities[graph],
      ...(auth ? ['authentication'] : []),
      ...(neighbour === 'none' ? [] : [`another plugin ${neighbour}`]),
      Object.keys(settings).length === 0 ? 'default settings' : `settings ${JSON.stringify(settings)}`,
    ].join(', '),
  );
}

/** Shows the result of one law. */
export function lawView(law: LawResult, { width }: Screen): string {
  return wrap(`${law.law}: ${lawWords(law)}`, { width, hanging: 2 });
}

const projectsWords = (count: number): string => (count === 1 ? '1 project' : `${count} projects`);

function lawWords({ status, cases, reason }: LawResult): string {
  if (status === 'unchecked') return `not checked: ${printable(reason ?? '')}`;
  return status === 'broken' ? 'broken' : `holds in ${projectsWords(cases)}`;
}
