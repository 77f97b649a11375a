import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { validRange } from 'semver';
import * as z from 'zod';
import { GenlockError } from '../../errors/error.ts';

const packageSchema = z.looseObject({
  name: z.string().min(1).max(214),
  version: z.string().min(1).max(256),
  private: z.boolean().optional(),
  scripts: z.record(z.string(), z.unknown()).optional().catch(undefined),
  publishConfig: z
    .looseObject({
      registry: z.string().optional(),
      tag: z.string().optional(),
      access: z.enum(['public', 'restricted']).optional(),
    })
    .optional(),
});

/** The fields of package.json that publishing reads. All other fields are published unchanged. */
export interface PackageJson extends z.infer<typeof packageSchema> {}

/**
 * Reads the package.json of a plugin before publishing.
 *
 * @param folder absolute
 * @throws GenlockError PLUGIN_PACKAGE_INVALID, PLUGIN_VERSION_INVALID, PUBLISH_PRIVATE
 */
export function readPackageJson(folder: string): PackageJson {
  const file = join(folder, 'package.json');
  const { data } = packageSchema.safeParse(jsonIn(file));
  if (data === undefined) {
    const message = 'package.json needs a name, a version and a valid publishConfig';
    throw new GenlockError({ code: 'PLUGIN_PACKAGE_INVALID', message, where: { file } });
  }
  const { name, version } = data;
  if (data.private === true)
    throw new GenlockError({ code: 'PUBLISH_PRIVATE', message: `${name} is private`, where: { file } });
  if (version.includes('+')) {
    const message = `${version} has build metadata, which registries remove from the version`;
    throw new GenlockError({ code: 'PLUGIN_VERSION_INVALID', message, where: { file } });
  }
  return data;
}

/**
 * Returns the tag of a release: the requested one, the one in package.json, or the default for the version.
 *
 * @throws GenlockError PUBLISH_TAG_INVALID for a tag that cannot be requested
 */
export function tagOf({ version, publishConfig }: PackageJson, asked: string | undefined): string {
  const tag = asked ?? publishConfig?.tag ?? (version.includes('-') ? 'next' : 'latest');
  if (tag !== '' && encodeURIComponent(tag) === tag && validRange(tag) === null) return tag;
  throw new GenlockError({ code: 'PUBLISH_TAG_INVALID', message: `${JSON.stringify(tag)} is not a valid tag` });
}

/** @throws GenlockError PLUGIN_PACKAGE_INVALID if manifest.json would not be published */
export function requireManifest(only: ReadonlySet<string>, folder: string): void {
  if (only.has('manifest.json')) return;
  const message = 'manifest.json would not be published';
  const hint = 'Add it to `files` in package.json, or remove it from .npmignore.';
  throw new GenlockError({
    code: 'PLUGIN_PACKAGE_INVALID',
    message,
    hint,
    where: { file: join(folder, 'package.json') },
  });
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
