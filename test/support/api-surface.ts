import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseAst } from 'vitest/node';

/**
 * Returns every exported name of a declaration file with its declaration, sorted by name. Follows re-exports. Comments
 * and the layout of bodies are omitted.
 */
export function apiSurface(file: string): string {
  const found = [...exportsOf(file)].sort(([one], [other]) => (one < other ? -1 : 1));
  return found.map(([name, text]) => `${name}\n${text.replaceAll(/^/gmu, '    ')}\n`).join('\n');
}

function exportsOf(file: string): Map<string, string> {
  const source = readFileSync(file, 'utf8');
  const found = new Map<string, string>();
  for (const node of parseAst(source, { lang: 'dts' }).body) {
    if (node.type === 'ExportAllDeclaration') {
      for (const [name, text] of exportsOf(resolved(file, node.source.value))) found.set(name, text);
    } else if (node.type === 'ExportNamedDeclaration' && node.source) {
      const theirs = exportsOf(resolved(file, node.source.value));
      for (const { local, exported } of node.specifiers)
        found.set(nameOf(exported), theirs.get(nameOf(local)) ?? 'missing');
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration) {
      const text = withoutComments(source.slice(node.start, node.end));
      for (const name of declared(node.declaration)) found.set(name, text);
    }
  }
  return found;
}

function resolved(from: string, specifier: unknown): string {
  return join(dirname(from), String(specifier).replace(/\.(?:ts|js)$/u, '.d.ts'));
}

const nameOf = (node: object): string =>
  'name' in node ? String(node.name) : 'value' in node ? String(node.value) : '';

function declared(declaration: object): string[] {
  if ('id' in declaration && typeof declaration.id === 'object' && declaration.id) return [nameOf(declaration.id)];
  const list = 'declarations' in declaration && Array.isArray(declaration.declarations) ? declaration.declarations : [];
  return list.map(({ id }) => nameOf(id));
}

function withoutComments(text: string): string {
  return text
    .replaceAll(/\/\*[^]*?\*\//gu, '')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .join('\n');
}
