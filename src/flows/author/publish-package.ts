import { readFileSync } from 'node:fs';
import { join } from 'node:path';
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
 * @throws GenlockError PLUGIN_PACKAGE_INVALID, PUBLISH_PRIVATE
 */
export function readPackageJson(folder: string): PackageJson {
  const file = join(folder, 'package.json');
  const { data } = packageSchema.safeParse(jsonIn(file));
  if (data === undefined) {
    const message = 'package.json needs a name and a version, and a publishConfig npm understands';
    throw new GenlockError({ code: 'PLUGIN_PACKAGE_INVALID', message, where: { file } });
  }
  if (data.private !== true) return data;
  throw new GenlockError({ code: 'PUBLISH_PRIVATE', message: `${data.name} is private`, where: { file } });
}

function jsonIn(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}
