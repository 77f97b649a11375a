import type { RegisterProvider } from '../../../sandbox/index.ts';
import type { Contribution } from '../../plugin/plugin.ts';
import { type Code, code, group, indent, lines, print, quote, softline } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { type Claim, settleClaims } from './claims.ts';
import { header } from '../header.ts';
import { parent, returned } from './jsx.ts';

/** A provider in `providers.tsx`. */
interface Provider {
  readonly local: string;
  readonly importLine: string;
  readonly from: string;
  readonly order: number;
}

/**
 * `client/generated/providers.tsx`: wraps the application in the providers of plugins. A lower `order` is further out.
 */
export const providers: Emitter = function* ({ contributions }) {
  const claims = contributions.flatMap((contribution) => providerClaims(contribution));
  const sorted = [...settleClaims('provider', claims).values()].toSorted((one, other) => one.order - other.order);
  yield { path: 'client/generated/providers.tsx', content: print(providerTree(sorted)) };
};

function providerTree(all: readonly Provider[]): Code {
  const importLines = all
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
    .map(({ importLine }) => importLine);
  const tree = all.reduceRight<Code | undefined>((inside, { local }) => around(local, inside), undefined);
  return code`
    ${lines([header, "import type { ReactNode } from 'react';", ...importLines])}

    export function Providers({ children }: { children: ReactNode }) {
      ${tree === undefined ? 'return children;' : returned(tree)}
    }
  `;
}

function around(name: string, inside: Code | undefined): Code {
  if (inside !== undefined) return parent(name, { attributes: [], children: [inside] });
  return group([`<${name}>`, indent([softline, '{children}']), softline, `</${name}>`]);
}

function providerClaims(contribution: Contribution): Claim<Provider>[] {
  return contribution.operations
    .filter((operation) => operation.kind === 'registerProvider')
    .map((operation) => ({
      name: operation.name,
      owner: contribution.manifest.name,
      value: resolveProvider(operation, contribution),
    }));
}

/**
 * Resolves the export of a provider: the named export, else the default export (plugin contract). Import permissions
 * are checked elsewhere.
 */
function resolveProvider(operation: RegisterProvider, contribution: Contribution): Provider {
  const { name, order } = operation;
  const module = ownModule(operation.import, contribution);
  const from = module === undefined ? operation.import : specifierOf(module.path);
  const local = reserved.has(name) ? `Plugin${name}` : name;
  const named = module === undefined || exportsName(module.text, name);
  const renamed = local === name ? name : `${name} as ${local}`;
  const binding = named ? `{ ${renamed} }` : local;
  return { local, importLine: `import ${binding} from ${quote(from)};`, from, order };
}

/** Names that `providers.tsx` itself uses. */
const reserved = new Set(['Providers', 'ReactNode']);

const extensions = ['', '.tsx', '.ts', '.jsx', '.js', '/index.tsx', '/index.ts', '/index.jsx', '/index.js'];

/** Returns the plugin's module of an import path. `@/` means `client/`. */
function ownModule(
  specifier: string,
  { operations, files }: Contribution,
): { readonly path: string; readonly text: string } | undefined {
  const wanted = specifier.replace(/^\.?\//, '').replace(/^@\//, 'client/');
  const contributed = operations.flatMap((operation) => (operation.kind === 'copyTemplates' ? operation.files : []));
  for (const path of extensions.map((extension) => wanted + extension)) {
    const file = contributed.findLast((candidate) => candidate.path === path);
    if (file === undefined) continue;
    const text = 'content' in file ? file.content : new TextDecoder().decode(files.get(file.source));
    return { path, text };
  }
  return undefined;
}

/** Returns the import path of a file in `client/generated/providers.tsx`. */
function specifierOf(path: string): string {
  const module = path.replace(/\.[jt]sx?$/, '').replace(/\/index$/, '');
  return module.startsWith('client/') ? `@/${module.slice('client/'.length)}` : `../../${module}`;
}

function exportsName(text: string, name: string): boolean {
  const escaped = name.replaceAll('$', String.raw`\$`);
  const declared = new RegExp(`\\bexport\\s+(?:async\\s+)?(?:function|const|let|class)\\s+${escaped}\\b`);
  const listed = new RegExp(`\\bexport\\s*\\{[^}]*\\b${name}\\b\\s*[,}]`);
  return declared.test(text) || listed.test(text);
}
