/**
 * Every way in which a tool loads code is refused, counted or reported. The control runs the payload with the tool. For
 * tools that cannot run here, the corpus has a case.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { codeFiles } from '../../src/consent/code-files.ts';
import { contentsOf } from '../../src/consent/contents.ts';
import { findingsIn } from '../../src/consent/find.ts';
import type { Contribution, Manifest } from '../../src/plugin/plugin.ts';
import { validateOperations } from '../../src/validation/validate.ts';
import { repository } from '../support/cli.ts';
import { readCases } from './cases.ts';
import { shopProject } from './sandboxed.ts';
import { vehicles } from './vehicles.ts';
import { loaders } from './vehicles/loaders.ts';
import type { Vehicle } from './vehicles/vehicle.ts';

const manifest: Manifest = {
  ...{ name: 'vehicle', version: '1.0.0', frameworks: ['express'], databases: ['file'] },
  ...{ dependencies: {}, settings: {} },
};

function contributionOf({ files, isProvider = false }: Vehicle): Contribution {
  const copied = Object.entries(files).map(([path, content]) => ({ path, content }));
  const [path = ''] = Object.keys(files);
  const provider = { kind: 'registerProvider', name: 'P', import: path, order: 1 } as const;
  const operations = [{ kind: 'copyTemplates', files: copied } as const, ...(isProvider ? [provider] : [])];
  return { manifest, settings: {}, operations, files: new Map() };
}

const payloadOf = ({ payload, files }: Vehicle): string => payload ?? Object.keys(files)[0] ?? '';

test.each(vehicles.map((vehicle) => ({ ...vehicle, effect: effectOf(vehicle) })))(
  '$tool: $what is $effect',
  async (vehicle) => {
    const contribution = contributionOf(vehicle);

    const subject = { manifest, files: contribution.files, model: shopProject().model, isSkeleton: false };
    const codes = validateOperations(contribution.operations, subject).problems.map(({ code }) => code);
    expect([...new Set(codes)]).toEqual(vehicle.refused === undefined ? [] : [vehicle.refused]);
    const places = codeFiles(contribution).flatMap(({ path, place }) => (path === payloadOf(vehicle) ? [place] : []));
    expect(places).toEqual(expect.arrayContaining(vehicle.counted === undefined ? [] : [vehicle.counted]));
    const kinds = (await findingsIn(contentsOf(contribution))).map(({ kind }) => kind);
    for (const kind of vehicle.reported ?? []) expect(kinds).toContain(kind);
  },
);

const isPlaced = ({ loader }: Vehicle): boolean => loader === 'corpus';

test.for(vehicles.filter((vehicle) => !isPlaced(vehicle)))(
  '$tool: $what: works without a guard',
  async ({ loader, files }, context) => {
    expect(loader !== 'corpus' && (await loaders[loader](files, context))).toBe(true);
  },
);

test.each(vehicles.filter(isPlaced))('$tool: $what: is a case of the corpus', ({ files, refused }) => {
  const [path] = Object.keys(files);
  const cases = readCases().filter(({ payload, expected }) => payload === path && expected.code === refused);
  expect(cases).toHaveLength(1);
});

function effectOf({ refused, counted, reported = [] }: Vehicle): string {
  const parts = [
    ...(refused === undefined ? [] : [`refused: \`${refused}\``]),
    ...(counted === undefined ? [] : [`counted: ${counted}`]),
    ...(reported.length === 0 ? [] : [`reported: ${reported.join(', ')}`]),
  ];
  return parts.join('; ');
}

const [begin, end] = ['<!-- vehicles: begin -->', '<!-- vehicles: end -->'];

test('the table of vehicles is the list', () => {
  const file = join(repository, 'docs/THREAT-MODEL.md');
  const page = readFileSync(file, 'utf8');
  const rows = vehicles.map((vehicle) => {
    const where = vehicle.loader === 'corpus' ? '`test/hostile/corpus`' : '`test/hostile/vehicles.test.ts`';
    return `| ${vehicle.tool} | ${vehicle.what} | ${effectOf(vehicle)} | ${where} |`;
  });
  const table = ['| tool | code in | effect | test |', '|---|---|---|---|', ...rows].join('\n');
  const [before = '', rest = ''] = page.split(begin);
  const wanted = `${before}${begin}\n\n${table}\n\n${end}${rest.split(end)[1] ?? ''}`;
  if (process.env['GENLOCK_WRITE_DOCS'] !== undefined) writeFileSync(file, wanted);
  expect(page.includes(begin)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(wanted);
});
