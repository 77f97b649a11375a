import { satisfies, subset, validRange } from 'semver';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../src/config/config.ts';
import {
  developmentPins,
  driverPins,
  mergeDependencies,
  nodeRange,
  prismaPins,
  runtimePins,
} from '../../../src/render/dependencies.ts';
import { contribution, rendered } from './contributions.ts';

const needing = (name: string, dependencies: Record<string, string>) => contribution(name, { dependencies });
const merged = (...ranges: string[]) =>
  mergeDependencies(
    'file',
    ranges.map((range, index) => needing(`plugin-${index}`, { package: range })),
  ).dependencies['package'];

const clash = expect.objectContaining({ code: 'RENDER_DEPENDENCY_CLASH' });

test('type packages of a plugin are development dependencies', () => {
  const given = [needing('one', { '@types/tool': '^1.0.0', tool: '^1.0.0' })];
  const { dependencies, devDependencies } = mergeDependencies('file', given);
  expect([dependencies['@types/tool'], devDependencies['@types/tool']]).toEqual([undefined, '^1.0.0']);
  expect(dependencies['tool']).toBe('^1.0.0');
});

describe('the pins of the core', () => {
  test('are the only dependencies of a project without plugins', () => {
    const manifest = JSON.parse(rendered('package.json', {}) ?? '');
    expect(manifest.dependencies).toEqual({ ...runtimePins, ...driverPins.file });
    expect(manifest.devDependencies).toEqual({ ...developmentPins, ...prismaPins.file });
    expect(manifest.engines.node).toBe(nodeRange);
  });

  test('are exact versions or caret ranges, each in only one table', () => {
    for (const kind of databaseKinds) {
      const names = [runtimePins, developmentPins, driverPins[kind], prismaPins[kind]].flatMap(Object.keys);
      expect(new Set(names).size).toBe(names.length);
    }
    const tables = [runtimePins, developmentPins, ...Object.values(driverPins), ...Object.values(prismaPins)];
    for (const range of tables.flatMap((table) => Object.values(table))) {
      expect(validRange(range)).not.toBeNull();
      expect(range).toMatch(/^\^?\d+\.\d+\.\d+$/);
    }
  });

  test.each([
    ['file', '7.10.0'],
    ['relational', '7.10.0'],
    ['document', '6.19.3'],
  ] as const)('use one Prisma release on the %s kind: %s', (kind, release) => {
    const { dependencies, devDependencies } = mergeDependencies(kind, []);
    const all: Readonly<Record<string, string>> = { ...dependencies, ...devDependencies };
    const releases = Object.entries(all).filter(([name]) => /^(@prisma\/|prisma$)/.test(name));
    expect(new Set(releases.map(([, range]) => range))).toEqual(new Set([release]));
    expect(releases.map(([name]) => name)).toEqual(expect.arrayContaining(['@prisma/client']));
  });

  test('support the Node versions of a project', () => {
    expect(satisfies('20.19.0', nodeRange)).toBe(true);
    expect(satisfies('20.18.0', nodeRange)).toBe(false);
    expect(satisfies('24.0.0', nodeRange)).toBe(true);
  });
});

describe('ranges of several plugins', () => {
  test.each([
    ['^1.0.0', '^1.2.0', '^1.2.0'],
    ['^1.2.0', '^1.0.0', '^1.2.0'],
    ['1.4.2', '^1.2.0', '1.4.2'],
    ['1.x', '~1.4.0', '~1.4.0'],
  ])('%s and %s result in %s', (one, other, range) => {
    expect(merged(one, other)).toBe(range);
  });

  test('become their intersection if they only overlap', () => {
    const range = merged('>=1.2.0 <3.0.0', '>=2.0.0 <4.0.0') ?? '';
    expect(subset(range, '>=1.2.0 <3.0.0') && subset(range, '>=2.0.0 <4.0.0')).toBe(true);
    expect(satisfies('2.5.0', range)).toBe(true);
  });

  test('are narrowed by each plugin', () => {
    expect(merged('^1.0.0', '^1.2.0', '^1.4.0', '^1.3.0')).toBe('^1.4.0');
  });

  test('are refused with the names of both plugins if they have no common version', () => {
    expect(() => merged('^1.0.0', '^2.0.0')).toThrow(clash);
    expect(() => merged('^1.0.0', '^2.0.0')).toThrow(/plugin-0.*plugin-1/);
  });

  test.each([{ express: '^4.0.0' }, { vite: '^7.0.0' }])(
    'must be compatible with the pins of the core: %o',
    (ranges) => {
      expect(() => mergeDependencies('file', [needing('plugin', ranges)])).toThrow(clash);
    },
  );

  test('are replaced by narrower pins of the core', () => {
    const { dependencies } = mergeDependencies('file', [needing('plugin', { express: '^5.0.0' })]);
    expect(dependencies['express']).toBe(runtimePins['express']);
  });
});

test('a plugin package is a production dependency, even if the core uses it only for development', () => {
  const { dependencies, devDependencies } = mergeDependencies('file', [needing('plugin', { vite: '^8.0.0' })]);
  expect(dependencies).toHaveProperty('vite', developmentPins['vite']);
  expect(devDependencies).not.toHaveProperty('vite');
});
