// Finds the npm packages whose code is in the bundle, and writes dist/THIRD-PARTY-NOTICES.txt and dist/sbom.cdx.json.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Enums, Models, Serialize, Spec } from '@cyclonedx/cyclonedx-library';

const require = createRequire(import.meta.url);

/** Packages whose code reaches dist/ without the bundler: the completion scripts contain oclif's shell code. */
const copied = ['node_modules/@oclif/plugin-autocomplete'];

/** Licences that allow redistribution in the bundle together with their text. The build fails at any other licence. */
const permittedLicences = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'BlueOak-1.0.0',
  'CC-BY-3.0',
  'CC0-1.0',
  'ISC',
  'MIT',
];

function mergedMetafile(metafiles) {
  return {
    inputs: Object.assign({}, ...metafiles.map(({ inputs }) => inputs)),
    outputs: Object.assign({}, ...metafiles.map(({ outputs }) => outputs)),
  };
}

/**
 * Lists the packages of a metafile and the copied packages, sorted by name and version. Reads the outputs, because the
 * metafile's inputs include modules that tree shaking removed.
 *
 * @throws {Error} if the licence of a package is not permitted
 */
function bundledPackages({ root, metafile }) {
  const paths = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  );
  const folders = new Set([...copied, ...paths.map(packageFolder).filter((folder) => folder !== undefined)]);
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const found = [...folders].map((folder) => readPackage({ root, folder, integrity: packages[folder]?.integrity }));
  // npm installs some packages in several folders.
  const byId = new Map(found.map((one) => [`${one.name}@${one.version}`, one]));
  return [...byId].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, one]) => one);
}

/** The package folder of a path: `node_modules/a/node_modules/@b/c` of `node_modules/a/node_modules/@b/c/lib/x.js`. */
function packageFolder(path) {
  return /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+/u.exec(path.replaceAll('\\', '/'))?.[0];
}

function readPackage({ root, folder, integrity }) {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const { name, version, license } = manifest;
  if (!permittedLicences.includes(license)) {
    throw new Error(`${name} ${version} has the licence ${JSON.stringify(license)}, which is not permitted`);
  }
  const texts = noticeFiles(join(root, folder)).map((file) => readFileSync(file, 'utf8').trim());
  return { name, version, license, integrity, text: texts.join('\n\n') || standardText(manifest) };
}

function noticeFiles(folder) {
  return readdirSync(folder)
    .filter((file) => /^(?:licen[cs]e|copying|notice|third-party)\b/iu.test(file))
    .toSorted()
    .map((file) => join(folder, file));
}

/** The SPDX text of the licence and the author, for a package without a licence file. */
function standardText({ author, license }) {
  const file = require.resolve(`spdx-license-list/licenses/${license}.json`);
  const { licenseText } = JSON.parse(readFileSync(file, 'utf8'));
  return `Author: ${author?.name ?? author}\n\n${licenseText.trim()}`;
}

function noticesOf(packages) {
  const line = '-'.repeat(80);
  const sections = packages.map(
    ({ name, version, license, text }) => `${line}\n${name} ${version}\nLicence: ${license}\n\n${text}\n`,
  );
  return `This package contains code of the npm packages below.\n\n${sections.join('\n')}`;
}

/** CycloneDX 1.6 as JSON. The result has no time and no random serial number, so equal builds give equal bytes. */
function sbomOf(packages, { name, version, license }) {
  const bom = new Models.Bom();
  bom.metadata.component = component(Enums.ComponentType.Application, { name, version, license });
  for (const one of packages) {
    const library = component(Enums.ComponentType.Library, one);
    bom.components.add(library);
    bom.metadata.component.dependencies.add(library.bomRef);
  }
  const serializer = new Serialize.JsonSerializer(new Serialize.JSON.Normalize.Factory(Spec.Spec1dot6));
  return `${serializer.serialize(bom, { sortLists: true, space: 2 })}\n`;
}

function component(type, { name, version, license, integrity }) {
  const [group, unscoped] = name.startsWith('@') ? name.split('/') : [undefined, name];
  const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const made = new Models.Component(type, unscoped, { group, version, purl, bomRef: purl });
  made.licenses.add(new Models.SpdxLicense(license));
  if (integrity?.startsWith('sha512-')) {
    made.hashes.set(Enums.HashAlgorithm['SHA-512'], Buffer.from(integrity.slice(7), 'base64').toString('hex'));
  }
  return made;
}

/** Writes the notices, the SBOM and the metafile. The npm package leaves out the metafile; the tests read it. */
export function writeBundledPackages({ root, outdir, metafiles }) {
  const metafile = mergedMetafile(metafiles);
  const packages = bundledPackages({ root, metafile });
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  writeFileSync(join(outdir, 'THIRD-PARTY-NOTICES.txt'), noticesOf(packages));
  writeFileSync(join(outdir, 'sbom.cdx.json'), sbomOf(packages, manifest));
  writeFileSync(join(outdir, 'metafile.json'), JSON.stringify(metafile));
}
