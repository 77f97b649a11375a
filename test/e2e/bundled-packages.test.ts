import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import type { Metafile } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { repository } from '../support/cli.ts';

interface Component {
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly purl: string;
  readonly licenses: readonly { readonly license: { readonly id: string } }[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
}

interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

const json = (path: string): unknown => JSON.parse(readFileSync(join(repository, path), 'utf8'));

const notices = readFileSync(join(repository, 'dist/THIRD-PARTY-NOTICES.txt'), 'utf8');
const sbom = json('dist/sbom.cdx.json') as Sbom;
const lockfile = json('package-lock.json') as { packages: Record<string, { integrity?: string }> };
const metafile = json('dist/metafile.json') as Metafile;

/** The folders of the packages that esbuild's metafile names in an output. */
const folders = [
  ...new Set(
    Object.values(metafile.outputs)
      .flatMap(({ inputs }) => Object.entries(inputs))
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .flatMap(([path]) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path)?.[0] ?? []),
  ),
];
const bundled = folders.map((folder) => ({
  folder,
  ...(json(`${folder}/package.json`) as { name: string; version: string; license: string }),
}));

/** Permissive licences. A copyleft licence would also apply to the bundle. */
const permitted = /^(?:0BSD|Apache-2\.0|BSD-[23]-Clause|BlueOak-1\.0\.0|CC-BY-3\.0|CC0-1\.0|ISC|MIT)$/u;

describe('packages whose code is in the bundle', () => {
  test('are found, those of the sandbox worker included', () => {
    const names = bundled.map(({ name }) => name);
    expect(names).toEqual(
      expect.arrayContaining(['@oclif/core', 'zod', 'tar', '@sigstore/verify', 'whatwg-url', 'socks']),
    );
  });

  test.each(bundled)('$folder has a permitted licence, a notice and an SBOM component', (one) => {
    const { folder, name, version, license } = one;
    expect(license).toMatch(permitted);

    const [, section = ''] = notices.split(`\n${name} ${version}\n`);
    const [text = ''] = section.split(/\n-{80}\n/u);
    expect(text).toMatch(new RegExp(`^Licence: ${license.replaceAll('.', '\\.')}\n`, 'u'));
    expect(text.length).toBeGreaterThan(400);

    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    const components = sbom.components.filter((component) => component.purl === purl);
    expect(components).toHaveLength(1);
    const [component] = components;
    expect([component?.group, component?.name].filter((part) => part !== undefined).join('/')).toBe(name);
    expect(component).toMatchObject({ version, licenses: [{ license: { id: license } }] });
    const sha512 = Buffer.from(lockfile.packages[folder]?.integrity?.replace('sha512-', '') ?? '', 'base64').toString(
      'hex',
    );
    expect(component?.hashes).toEqual([{ alg: 'SHA-512', content: sha512 }]);
  });
});

test('the SBOM lists no other package, except the one that is copied', () => {
  const found = new Set(bundled.map(({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`));
  const others = sbom.components.filter(({ purl }) => !found.has(purl)).map(({ group, name }) => `${group}/${name}`);
  expect(others).toEqual(['@oclif/plugin-autocomplete']);
});

const schema = (name: string): object =>
  json(`node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`) as object;

test('the SBOM is valid CycloneDX 1.6', () => {
  const ajv = new Ajv({ strict: false, validateFormats: false });
  ajv.addSchema(schema('spdx'), 'http://cyclonedx.org/schema/spdx.SNAPSHOT.schema.json');
  ajv.addSchema(schema('jsf-0.82'), 'http://cyclonedx.org/schema/jsf-0.82.SNAPSHOT.schema.json');
  const validate = ajv.compile(schema('bom-1.6'));
  expect(validate({ ...sbom, components: [{ type: 'library' }] })).toBe(false);
  validate(sbom);
  expect(validate.errors).toBe(null);
});

test('the SBOM describes this package', () => {
  const { name, version } = json('package.json') as Component;
  expect(sbom.metadata.component).toMatchObject({ name, version, purl: `pkg:npm/${name}@${version}` });
});
