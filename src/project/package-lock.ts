import * as z from 'zod';
import { tryParseJson } from '../core/json.ts';
import { readProjectFile } from './file-reader.ts';

const schema = z.object({
  packages: z.record(z.string(), z.object({ version: z.string().max(256).optional() }).catch({})),
});

/**
 * Reads the package versions in the project's `package-lock.json`. Omits packages that it does not contain.
 *
 * @param root the project's folder, absolute
 * @param names of packages the project's package.json asks for
 * @throws GenlockError PROJECT_LINK, PROJECT_BLOCKED or PROJECT_UNREADABLE
 */
export function lockedVersions(root: string, names: readonly string[]): ReadonlyMap<string, string> {
  const bytes = names.length === 0 ? undefined : readProjectFile({ root }, 'package-lock.json');
  const json = bytes === undefined ? undefined : tryParseJson(Buffer.from(bytes).toString('utf8'));
  const { packages = {} } = schema.safeParse(json).data ?? {};
  return new Map(
    names.flatMap((name) => {
      const at = `node_modules/${name}`;
      const version = Object.hasOwn(packages, at) ? packages[at]?.version : undefined;
      return version === undefined ? [] : [[name, version]];
    }),
  );
}
