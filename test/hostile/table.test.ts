import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { repository } from '../support/cli.ts';
import { readCases, type Case } from './cases.ts';

const file = join(repository, 'docs/THREAT-MODEL.md');
const [begin, end] = ['<!-- corpus: begin -->', '<!-- corpus: end -->'];

const sections: Readonly<Record<string, string>> = {
  A: 'Leaving the isolate',
  B: 'Forging results',
  C: 'Exhausting resources',
  D: 'Paths',
  E: 'Files with a special meaning',
  F: 'Packages',
  H: 'Manifests',
  I: 'Templates and generated code',
  J: 'Models, routes, pages',
  K: 'Terminals',
};

/** Which wall a code belongs to; the first whose beginning fits. */
const walls: readonly (readonly [start: string, wall: string])[] = [
  ['SANDBOX_CALL', 'argument checks of the SDK'],
  ['SANDBOX_PATH', 'path checks of the SDK'],
  ['SANDBOX_RESULT', 'result checks of the host'],
  ['SANDBOX_IMPORT', 'module loader of the isolate'],
  ['SANDBOX_THREW', 'isolate'],
  ['SANDBOX_TEMPLATE', 'template renderer'],
  ['SANDBOX_', 'limits'],
  ['JUDGE_', 'validation of operations'],
  ['RENDER_', 'comparison with other owners’ files'],
  ['PROJECT_MODULE', 'comparison with other owners’ files'],
  ['CONSENT_', 'consent'],
  ['PLUGIN_', 'package and manifest rules'],
  ['contained', 'isolate'],
  ['inert', 'values stay plain text'],
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
    return [`### ${title}`, '', '| attack and defence | layer | result | test |', '|---|---|---|---|', ...rows, ''];
  });
  return [begin, '', ...parts, end].join('\n');
}

test('the table of attacks is the corpus', () => {
  const page = existsSync(file) ? readFileSync(file, 'utf8') : '# Threat model\n';
  const [before, rest] = page.split(begin);
  const after = rest?.split(end)[1] ?? '\n';
  const heading =
    '\n## Attacks and defences\n\nEvery row is a folder of `test/hostile/corpus`. A control shows that the attack succeeds without protection.\n\n';
  const wanted = rest === undefined ? `${page}${heading}${table()}\n` : `${before}${table()}${after}`;
  if (process.env['GENLOCK_WRITE_DOCS'] !== undefined) writeFileSync(file, wanted);
  expect(readFileSync(file, 'utf8')).toBe(wanted);
});
