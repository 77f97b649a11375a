import { GenlockError } from '../errors/error.ts';
import type { Tree } from '../core/tree.ts';

/**
 * No file of one owner may stand where an import, or the URL of a page, would take it for another owner's: `lib/db.mjs`
 * hides `lib/db.ts`, and `pages/(x)/shop.tsx` answers what `pages/shop/index.tsx` answers.
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
      const message = `${path} of ${owner} and ${other} of ${otherOwner} are one module to whoever imports it`;
      throw new GenlockError({ code: 'RENDER_PATH_CLASH', message });
    }
    if (module !== undefined) modules.set(module, path);
  }
}

/** Whatever an import or a router looks a file up by; nothing for files that are no code. */
function moduleOf(path: string): string | undefined {
  const [, name] = /^(.+)\.[cm]?[jt]sx?$/iu.exec(path) ?? [];
  const module = name?.replace(/\/index$/iu, '').toLowerCase();
  return module?.startsWith('client/pages/') === true ? module.replaceAll(/\/\([^/]+\)(?=\/|$)/gu, '') : module;
}
