import { GenlockError } from '../errors/error.ts';
import type { Tree } from '../core/tree.ts';

/**
 * Refuses files whose import path or page URL equals a path of another owner: `lib/db.mjs` hides `lib/db.ts`, and
 * `pages/(x)/shop.tsx` has the same URL as `pages/shop/index.tsx`.
 *
 * @throws GenlockError `RENDER_PATH_CLASH`; names both owners
 */
export function refuseHiddenModules(tree: Tree): void {
  const modules = new Map<string, string>();
  for (const [path, { owner }] of tree) {
    const module = moduleOf(path);
    const other = module === undefined ? undefined : modules.get(module);
    const otherOwner = other === undefined ? undefined : tree.get(other)?.owner;
    if (otherOwner !== undefined && otherOwner !== owner) {
      const message = `${path} of ${owner} and ${other} of ${otherOwner} resolve to the same module`;
      throw new GenlockError({ code: 'RENDER_PATH_CLASH', message });
    }
    if (module !== undefined) modules.set(module, path);
  }
}

/** Returns the path that imports and the router use for a file; `undefined` for files without code. */
function moduleOf(path: string): string | undefined {
  const [, name] = /^(.+)\.[cm]?[jt]sx?$/iu.exec(path) ?? [];
  const module = name?.replace(/\/index$/iu, '').toLowerCase();
  return module?.startsWith('client/pages/') === true ? module.replaceAll(/\/\([^/]+\)(?=\/|$)/gu, '') : module;
}
