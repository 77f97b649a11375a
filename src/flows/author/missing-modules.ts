import { posix } from 'node:path';
import { textOf as contentText, type FileContents } from '../../consent/contents.ts';
import { programOf } from '../../consent/scan.ts';
import { isNode, textOf, type SyntaxNode } from '../../consent/syntax.ts';
import type { Tree } from '../../core/tree.ts';
import { resolveImport } from '../../render/module-resolution.ts';

/** Import of a module that a project does not have. */
interface MissingModule {
  /** Path in the project. */
  readonly file: string;
  readonly line: number;
  /** The module, as imported. */
  readonly module: string;
}

const script = /\.[cm]?[jt]sx?$/u;
/** Folders that the tools of a project write. */
const written = /^(?:server\/generated\/prisma|dist|node_modules)(?:\/|$)/u;
const aliases = [
  ['@/', 'client/'],
  ['@shared/', 'shared/'],
  ['@server/', 'server/'],
] as const;

/** Finds the imports of a plugin's files that mean no file of the project, also imports of types. */
export function missingModules(contents: FileContents, tree: Tree): readonly MissingModule[] {
  return [...contents].flatMap(([file, content]) => {
    const text = script.test(file) ? contentText(content) : undefined;
    if (text === undefined) return [];
    return importsIn(file, text).filter(({ module }) => isMissing(targetOf(module, file), tree));
  });
}

function importsIn(file: string, text: string): readonly MissingModule[] {
  const found: MissingModule[] = [];
  const stack: unknown[] = [programOf(file, text)];
  while (stack.length > 0) {
    const node = stack.pop();
    if (Array.isArray(node)) stack.push(...node);
    else if (isNode(node)) {
      const module = moduleOf(node);
      if (module !== undefined) found.push({ file, line: node.loc?.start.line ?? 1, module });
      stack.push(...Object.values(node).filter((value) => typeof value === 'object'));
    }
  }
  return found.toSorted((one, other) => one.line - other.line);
}

function moduleOf(node: SyntaxNode): string | undefined {
  return /^(?:Import|Export)(?:All|Named)?(?:Declaration|Expression)$/u.test(node.type)
    ? textOf(node['source'])
    : undefined;
}

/** Returns the path in the project; `undefined` for a package. */
function targetOf(module: string, from: string): string | undefined {
  const path = module.replace(/\?.*$/u, '');
  if (path.startsWith('.')) return posix.join(posix.dirname(from), path);
  const [alias, folder] = aliases.find(([prefix]) => path.startsWith(prefix)) ?? [];
  return alias === undefined ? undefined : posix.join(folder ?? '', path.slice(alias.length));
}

function isMissing(target: string | undefined, tree: Tree): boolean {
  if (target === undefined || written.test(target)) return false;
  const has = (path: string): boolean => tree.has(path);
  return (['Vite', 'TypeScript'] as const).every((resolver) => resolveImport(target, { resolver, has }) === undefined);
}
