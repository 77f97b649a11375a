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

/** A package.json, as far as publishing looks at it; the rest goes out as it is. */
export interface PackageJson extends z.infer<typeof packageSchema> {}

/**
 * The package.json of a plugin that is to be published.
 *
 * @param folder absolute
 * @throws GenlockError PLUGIN_PACKAGE_INVALID, PLUGIN_VERSION_INVALID, PUBLISH_PRIVATE
 */
export function readPackageJson(folder: string): PackageJson {
  const file = join(folder, 'package.json');
  const { data } = packageSchema.safeParse(jsonIn(file));
  if (data === undefined) {
    const message = 'package.json needs a name and a version, and a publishConfig npm understands';
    throw new GenlockError({ code: 'PLUGIN_PACKAGE_INVALID', message, where: { file } });
  }
  const { name, version } = data;
  if (data.private === true)
    throw new GenlockError({ code: 'PUBLISH_PRIVATE', message: `${name} is private`, where: { file } });
  if (version.includes('+')) {
    const message = `${version} has build metadata, which registries don't keep: it would be there as another version`;
    throw new GenlockError({ code: 'PLUGIN_VERSION_INVALID', message, where: { file } });
  }
  return data;
}

/**
 * The tag a release gets: as asked for, as its package.json says, or by what kind of version it is.
 *
 * @throws GenlockError PUBLISH_TAG_INVALID for one nobody could ask for
 */
export function tagOf({ version, publishConfig }: PackageJson, asked: string | undefined): string {
  const tag = asked ?? publishConfig?.tag ?? (version.includes('-') ? 'next' : 'latest');
  if (tag !== '' && encodeURIComponent(tag) === tag && validRange(tag) === null) return tag;
  throw new GenlockError({ code: 'PUBLISH_TAG_INVALID', message: `${JSON.stringify(tag)} can't be a tag` });
}

/** @throws GenlockError PLUGIN_PACKAGE_INVALID if what makes a package a plugin doesn't go out */
export function requireManifest(only: ReadonlySet<string>, folder: string): void {
  if (only.has('manifest.json')) return;
  const message = 'manifest.json would not go out';
  const hint = 'Name it in `files` of package.json, or take it out of .npmignore.';
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
