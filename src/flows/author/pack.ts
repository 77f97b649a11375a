import { join } from 'node:path';
import { overwriteFile } from '../../apply/write-file.ts';
import { asGenlockErrors, type PackagePorts } from '../../engine/packages/machine-settings.ts';
import { loadPolicy } from '../../engine/policy/load.ts';
import { nearestRoot } from '../../project/open.ts';
import { formatTemplates } from './format-templates.ts';
import { packFolder } from './pack-folder.ts';
import { readPackageJson, type PackageJson } from './publish-package.ts';
import type { PublishResult } from './publish.ts';
import type { PluginValidateResult } from './validate.ts';

/** Options of `genlock plugin pack`. */
export interface PackRequest {
  /** Folder of the archive, absolute. */
  readonly cwd: string;
  /** The plugin's folder, absolute. */
  readonly folder: string;
  /** Whether to format the templates first. */
  readonly format: boolean;
}

/** Result of `genlock plugin pack`; `--json` prints exactly this object. */
export interface PackResult
  extends Pick<PublishResult, 'plugin' | 'files' | 'report' | 'warnings'>, Pick<PluginValidateResult, 'unformatted'> {
  readonly archive: PublishResult['archive'] & {
    /** Absolute path. */
    readonly path: string;
  };
  /** Package paths of the templates that the command formatted. */
  readonly formatted: readonly string[];
}

/**
 * Formats the templates of a plugin, and writes the archive that `genlock plugin publish` would upload.
 *
 * @throws GenlockError with every problem; PUBLISH_…, PROJECT_WRITE_FAILED
 */
export async function packPlugin({ cwd, folder, format }: PackRequest, ports: PackagePorts): Promise<PackResult> {
  return asGenlockErrors(async () => {
    const manifest = readPackageJson(folder);
    const policy = await loadPolicy({ cwd, root: nearestRoot(cwd) }, ports);
    if (format) ports.progress('Formatting the templates');
    const formatted = format ? await formatTemplates(folder, policy) : [];
    const { archive, files, integrity, report, unformatted, warnings } = await packFolder(
      { cwd, folder },
      manifest,
      ports,
    );
    const path = join(cwd, archiveName(manifest));
    await overwriteFile(path, archive);
    const list = [...files].map(([name, { length }]) => ({ path: name, bytes: length }));
    const unpacked = list.reduce((sum, { bytes }) => sum + bytes, 0);
    return {
      plugin: { name: manifest.name, version: manifest.version, folder },
      archive: { path, bytes: archive.length, unpacked, integrity },
      files: list,
      formatted: formatted ?? [],
      ...(unformatted && { unformatted }),
      ...(report && { report }),
      warnings: [...(formatted === undefined ? [noFormatter] : []), ...warnings],
    };
  });
}

const noFormatter = 'the templates were not formatted: oxfmt is not installed next to Genlock';

/** Returns the name that npm gives an archive: `acme-chat-1.2.0.tgz`. */
function archiveName({ name, version }: PackageJson): string {
  return `${name.replace('@', '').replace('/', '-')}-${version}.tgz`;
}
