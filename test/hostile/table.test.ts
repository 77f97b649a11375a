import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/cli.ts';
import { readCases, type Case } from './cases.ts';

const file = join(repository, 'docs/THREAT-MODEL.md');
const [begin, end] = ['<!-- corpus: begin -->', '<!-- corpus: end -->'];

const sections: Readonly<Record<string, string>> = {
  A: 'Leaving the isolate',
  B: 'Forging what comes back',
  C: 'Using everything up',
  D: 'Paths',
  E: 'Files that run or mean something',
  F: 'Packages',
  H: 'Manifests',
  I: 'Templates and generated code',
  J: 'Models, routes, pages',
  K: 'Terminals',
};

/** Which wall a code belongs to; the first whose beginning fits. */
const walls: readonly (readonly [start: string, wall: string])[] = [
  ['SANDBOX_CALL', 'the SDK’s reading of arguments'],
  ['SANDBOX_PATH', 'the SDK’s reading of paths'],
  ['SANDBOX_RESULT', 'the host’s reading of the result'],
  ['SANDBOX_IMPORT', 'the isolate’s module loader'],
  ['SANDBOX_THREW', 'the isolate'],
  ['SANDBOX_TEMPLATE', 'the template renderer'],
  ['SANDBOX_', 'limits and the kill'],
  ['JUDGE_', 'the judges of operations'],
  ['PLUGIN_', 'the rules of packages and manifests'],
  ['contained', 'the isolate'],
  ['inert', 'text is only text'],
];

/** One row a folder, with every way its payloads end. */
function rowOf(folder: string, cases: readonly Case[]): string {
  const ends = [...new Set(cases.map(({ expected: { code, outcome } }) => code ?? outcome ?? ''))];
  const stops = ends.map((given) => walls.find(([start]) => given.startsWith(start))?.[1] ?? '');
  const shown = ends.map((given) => (given.includes('_') ? `\`${given}\`` : given)).join(', ');
  const why = cases[0]?.expected.why.replaceAll('|', '\\|');
  return `| ${why} | ${[...new Set(stops)].join(', ')} | ${shown} | \`corpus/${folder}\` |`;
}

/** The part of the page that is made from the corpus. */
function table(): string {
  const folders = Map.groupBy(readCases(), ({ folder }) => folder);
  const all = [...folders].map(([folder, cases]) => ({ name: folder.split('/').at(-1) ?? '', cases }));
  const parts = Object.entries(sections).flatMap(([letter, title]) => {
    const own = all.filter(({ name }) => name.startsWith(`${letter}-`));
    const rows = own.map(({ name, cases }) => rowOf(name, cases));
    return [
      `### ${title}`,
      '',
      '| attack, and why it fails | wall | ends as | test |',
      '|---|---|---|---|',
      ...rows,
      '',
    ];
  });
  return [begin, '', ...parts, end].join('\n');
}

test('the table of attacks is the corpus', () => {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '# Threat model\n';
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1] ?? '\n';
  const heading =
    '\n## Attacks, walls, tests\n\nEvery row is a folder of `test/hostile`, run with a control that shows the attack works where nothing guards.\n\n';
  const wanted = rest === undefined ? `${page}${heading}${table()}\n` : `${before}${table()}${after}`;
  if (process.env['GENLOCK_WRITE_DOCS'] !== undefined) writeFileSync(file, wanted);
  expect(readFileSync(file, 'utf8')).toBe(wanted);
});
