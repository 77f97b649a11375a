import type { Problem } from '../errors/error.ts';
import { printable } from '../errors/printable.ts';
import type { PolicyCheckResult } from '../flows/policy/check.ts';
import type { PolicyExplainResult } from '../flows/policy/explain.ts';
import type { PolicyInitResult } from '../flows/policy/init.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

type Said = PolicyExplainResult['verdicts'][number];

/** Shows every policy with its problems, and the rules of all policies. */
export function policyCheckView({ sound, policies, rules, exceptions }: PolicyCheckResult, screen: Screen): string {
  const { style, width } = screen;
  if (policies.length === 0) return 'No policy applies here.';
  const files = policies.flatMap(({ file, level, name, expires, extends: parent, problems }) => {
    const known = [level, name, expires && `until ${expires}`, parent && `extends ${parent}`];
    const about = known.filter((text) => text !== undefined && text !== '');
    const mark = problems.length === 0 ? style.green('✔') : style.red('✖');
    const line = `${mark} ${style.bold(printable(file))} ${printable(about.join(', '))}`.trimEnd();
    return [wrap(line, { width, hanging: 2 }), ...problems.map((problem) => problemLine(problem, screen, file))];
  });
  const said = rules.map(({ key, value, file }) =>
    wrap(`${style.bold(printable(key))}: ${printable(value)} (${printable(file)})`, { width, indent: 2, hanging: 4 }),
  );
  return [
    ...files,
    ...(said.length === 0 ? [] : ['', 'Rules of all policies:', ...said]),
    ...(exceptions.length === 0 ? [] : ['', 'Exceptions:', ...exceptions.map((one) => exceptionLine(one, screen))]),
    ...(sound ? [] : ['', 'Until this is corrected, plugins cannot be added, updated or run.']),
  ].join('\n');
}

function exceptionLine(exception: PolicyCheckResult['exceptions'][number], { width, style }: Screen): string {
  const { plugin, version = '', rule, reason, until, expired, file } = exception;
  const mark = expired ? style.yellow('!') : style.green('✔');
  const end = expired ? `expired on ${until}` : `until ${until}`;
  const text = `${`${plugin} ${version}`.trim()}: ${rule} ${end}: ${reason} (${file})`;
  return wrap(`${mark} ${printable(text)}`, { width, indent: 2, hanging: 4 });
}

/** @param file - File that is already shown; other files are part of the line */
function problemLine({ code, message, where, hint }: Problem, { width, style }: Screen, file = where?.file): string {
  const other = where === undefined || where.file === file ? undefined : where.file;
  const place = [other, where?.line, where?.column].filter((part) => part !== undefined).join(':');
  const text = [code, message, where?.key ?? '', place].filter((part) => part !== '').join(' ');
  return [
    wrap(printable(text), { width, indent: 2, hanging: 4 }),
    ...(hint === undefined ? [] : [wrap(`${style.dim('→')} ${printable(hint)}`, { width, indent: 4, hanging: 6 })]),
  ].join('\n');
}

/** Shows the verdicts about one plugin, the strictest first. */
export function policyExplainView(result: PolicyExplainResult, screen: Screen): string {
  const { plugin, verdict, verdicts, problems } = result;
  const { name, version = '', source, registry = '', installed } = plugin;
  const { style, width } = screen;
  const about = [installed ? 'installed' : '', source, registry].filter((text) => text !== '').join(', ');
  return [
    wrap(`${style.bold(printable(`${name} ${version}`.trim()))} (${printable(about)}): ${ends[verdict]}`, { width }),
    ...(verdicts.length === 0 ? ['  No policy rule applies to it.'] : verdictLines(verdicts, screen)),
    ...(problems.length === 0
      ? []
      : ['', 'These policies cannot be used, so plugins cannot be added, updated or run:']),
    ...problems.map((problem) => `  ${printable(problem.where?.file ?? '')}\n${problemLine(problem, screen)}`),
  ].join('\n');
}

const ends: Readonly<Record<Said['verdict'], string>> = {
  allow: 'allowed',
  ask: 'needs consent',
  deny: 'denied',
};
const order = ['deny', 'ask', 'allow'] as const;

/** Shows verdicts, the strictest first. */
export function verdictLines(verdicts: readonly Said[], { style, width }: Screen): readonly string[] {
  const marks = { allow: style.green('✔'), ask: style.yellow('?'), deny: style.red('✖') } as const;
  return order.flatMap((kind) =>
    verdicts
      .filter(({ verdict }) => verdict === kind)
      .map(({ file, key, reason, message = '' }) => {
        const said = message === '' ? '' : ` ${printable(message)}`;
        const text = `${marks[kind]} ${printable(reason)} (${printable(`${file}: ${key}`)})${kind === 'allow' ? '' : said}`;
        return wrap(text, { width, indent: 2, hanging: 4 });
      }),
  );
}

/** Shows the path of a new policy and the remaining steps. */
export function policyInitView({ file, unfinished, registry }: PolicyInitResult, { style, width }: Screen): string {
  const next = [
    ...(unfinished ? [`Replace ${registry} with the address of your registry.`] : []),
    'Replace "message" with the contact of your team. Every refusal shows it.',
    'Then check the policy with `genlock policy check`.',
  ];
  return [`${style.green('✔')} Created ${printable(file)}`, ...next].map((text) => wrap(text, { width })).join('\n');
}
