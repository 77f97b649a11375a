/**
 * Every way in which a tool loads code is refused, counted or reported. The control runs the payload with the tool, or
 * shows that a definition of code by file extension does not count the payload.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createServer } from 'vite';
import { expect, test } from 'vitest';
import { codeFiles } from '../../src/consent/code-files.ts';
import { contentsOf } from '../../src/consent/contents.ts';
import { findingsIn } from '../../src/consent/find.ts';
import type { Contribution, Manifest } from '../../src/plugin/plugin.ts';
import { validateOperations } from '../../src/validation/validate.ts';
import { repository } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { shopProject } from './sandboxed.ts';
import { tailwindModules } from './tool-controls.ts';
import { vehicles, type Loader, type Vehicle } from './vehicles.ts';

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

/** The corpus has its own controls. */
const controlled = vehicles.filter(({ loader }) => loader !== 'corpus');

test.each(controlled)('$tool: $what: works without a guard', async (vehicle) => {
  expect(await works[vehicle.loader](vehicle, payloadOf(vehicle))).toBe(true);
});

/** The definition of code by extension, which attackers evaded. */
const byExtension = /\.(?:[cm]?[jt]sx?|html|vue|svelte|sh|sql)$/iu;

const works: Readonly<Record<Loader, (vehicle: Vehicle, payload: string) => boolean | Promise<boolean>>> = {
  corpus: () => false,
  extension: (_, payload) => !byExtension.test(payload),
  node: ({ files }) => {
    const root = placed(files);
    const { stdout } = spawnSync(process.execPath, [join(root, Object.keys(files)[0] ?? '')], { encoding: 'utf8' });
    return stdout.includes('payload ran');
  },
  vite: async ({ files }) => {
    const root = placed(files);
    const server = await createServer({
      ...{ root, configFile: false, logLevel: 'silent', appType: 'custom' },
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, ws: false, watch: null },
    });
    try {
      Reflect.deleteProperty(globalThis, 'payload');
      await server.ssrLoadModule(`/${Object.keys(files)[0] ?? ''}`);
      return 'payload' in globalThis;
    } finally {
      await server.close();
    }
  },
  tailwind: async ({ files }) => {
    const [path = ''] = Object.keys(files);
    return (await tailwindModules(files, path)).some((module) => Object.hasOwn(files, module));
  },
};

function placed(files: Vehicle['files']): string {
  const root = temporaryFolder();
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
  return root;
}

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
