import { accessSigns } from './access-patterns.ts';
import type { FindingKind } from './findings.ts';
import { cooked, isNode, nameOf, nodesIn, textOf, type CodePattern, type SyntaxNode } from './syntax.ts';

type Look = (node: SyntaxNode) => readonly CodePattern[];

/** Finding kinds by module. A subpath such as `fs/promises` has the kind of its module. */
const moduleKinds = kinds({
  child_process: 'processes',
  cluster: 'processes',
  worker_threads: 'processes',
  execa: 'processes',
  'cross-spawn': 'processes',
  shelljs: 'processes',
  vm: 'evaluation',
  inspector: 'evaluation',
  module: 'imports',
  http: 'network',
  https: 'network',
  http2: 'network',
  net: 'network',
  tls: 'network',
  dgram: 'network',
  dns: 'network',
});

const calls = kinds({
  eval: 'evaluation',
  Function: 'evaluation',
  createRequire: 'imports',
  importScripts: 'imports',
  Worker: 'workers',
  SharedWorker: 'workers',
});

const members = kinds({
  ...sameKind('sql', ['$queryRaw', '$executeRaw', '$queryRawUnsafe', '$executeRawUnsafe', '$runCommandRaw']),
  ...sameKind('markup', ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML', 'srcdoc']),
  ...sameKind('processes', ['getBuiltinModule', 'dlopen']),
  ...sameKind('workers', ['serviceWorker', 'audioWorklet', 'paintWorklet', 'addModule']),
});

/** Functions of `node:fs` that change files. */
const writers: ReadonlySet<string> = new Set(
  (
    'appendFile chmod chown copyFile cp createWriteStream link mkdir mkdtemp open rename rm rmdir symlink truncate ' +
    'unlink utimes write writeFile writev'
  )
    .split(' ')
    .flatMap((name) => [name, `${name}Sync`]),
);

/** Converts a table to a map, because an object would inherit keys such as `toString`. */
function kinds(table: Readonly<Record<string, FindingKind>>): ReadonlyMap<string | undefined, FindingKind> {
  return new Map(Object.entries(table));
}

function sameKind(kind: FindingKind, names: readonly string[]): Readonly<Record<string, FindingKind>> {
  return Object.fromEntries(names.map((name) => [name, kind]));
}

/** Facts about the file of a node. */
export interface FileFacts {
  /** Whether the file loads `node:fs`. Only then do file writers count. */
  readonly writesFiles: boolean;
  /** Whether an address means a contributed file that is code, but no module. */
  readonly isNonModule: (address: string) => boolean;
}

/** Returns the patterns that match a node. */
export function matchCodePatterns(node: SyntaxNode, { writesFiles, isNonModule }: FileFacts): readonly CodePattern[] {
  const signs = [...(looks[node.type]?.(node) ?? []), ...accessSigns(node)];
  const address = addressOf(node);
  if (address !== undefined && isNonModule(address)) signs.push({ kind: 'nonModules', what: address });
  return writesFiles ? [...signs, ...writerSigns(node)] : signs;
}

function addressOf({ type, value }: SyntaxNode): string | undefined {
  if (type === 'TemplateElement') return cooked(value);
  return type === 'StringLiteral' && typeof value === 'string' ? value : undefined;
}

const looks: Readonly<Record<string, Look>> = {
  ImportDeclaration: (node) => [...moduleSigns(node['source']), ...environmentImports(node)],
  ExportNamedDeclaration: (node) => moduleSigns(node['source']),
  ExportAllDeclaration: (node) => moduleSigns(node['source']),
  TSExternalModuleReference: (node) => moduleSigns(node['expression']),
  ImportExpression: (node) => loadSigns('import()', node['source']),
  CallExpression: callSigns,
  NewExpression: callSigns,
  MemberExpression: memberSigns,
  OptionalMemberExpression: memberSigns,
  VariableDeclarator: ({ id, init }) => destructured(id, init),
  AssignmentExpression: ({ left, right }) => destructured(left, right),
  ObjectProperty: (node) => memberNamed(node['computed'] === true ? textOf(node['key']) : nameOf(node['key'])),
  JSXAttribute: (node) => memberNamed(nameOf(node['name'])),
  JSXOpeningElement: (node) => (nameOf(node['name']) === 'script' ? [{ kind: 'inline', what: '<script>' }] : []),
  StringLiteral: ({ value }) => hostSigns(value),
  JSXText: ({ value }) => hostSigns(value),
  TemplateElement: ({ value }) => hostSigns(cooked(value)),
};

function callSigns(node: SyntaxNode): readonly CodePattern[] {
  const { callee } = node;
  const args = Array.isArray(node['arguments']) ? node['arguments'] : [];
  const name = nameOf(callee);
  const kind = calls.get(name);
  if (name !== undefined && kind !== undefined) return [{ kind, what: name }];
  if (name === 'require' || (isNode(callee) && callee.type === 'Import')) {
    return loadSigns(name === undefined ? 'import()' : 'require', args[0]);
  }
  if ((name === 'setTimeout' || name === 'setInterval') && textOf(args[0]) !== undefined) {
    return [{ kind: 'evaluation', what: name }];
  }
  const [object, property] = path(callee);
  if (object === 'document' && (property === 'write' || property === 'writeln')) {
    return [{ kind: 'markup', what: `document.${property}` }];
  }
  return property === 'constructor' ? [{ kind: 'evaluation', what: 'constructor' }] : [];
}

function loadSigns(how: string, source: unknown): readonly CodePattern[] {
  return textOf(source) === undefined ? [{ kind: 'imports', what: how }] : moduleSigns(source);
}

function moduleSigns(source: unknown): readonly CodePattern[] {
  const module = textOf(source);
  if (module === undefined) return [];
  const kind = moduleKinds.get(module.replace(/^node:/u, '').replace(/\/.*/u, '')) ?? specifierKind(module);
  return kind === undefined ? hostSigns(module) : [{ kind, what: module.slice(0, longestName) }];
}

const longestName = 100;

/** Extensions of modules, data, styles and media, which Vite loads without running other code. */
const knownEnding =
  /\.(?:[cm]?[jt]sx?|json|css|svg|png|jpe?g|gif|webp|avif|ico|bmp|woff2?|ttf|otf|eot|mp[34]|webm|og[ag]|wav|pdf)$/iu;

/** Returns the kind of a specifier that does not load a module as such; `undefined` for other specifiers. */
function specifierKind(specifier: string): FindingKind | undefined {
  if (/^(?:data|blob):/iu.test(specifier)) return 'evaluation';
  if (!/^(?:\.{0,2}\/|@\/|@shared\/)/u.test(specifier)) return undefined;
  const [path = '', query = ''] = specifier.split(/\?(.*)/su);
  if (/(?:^|&)(?:shared)?worker\b/iu.test(query)) return 'workers';
  const name = path.slice(path.lastIndexOf('/') + 1);
  const isOther = !knownEnding.test(name) && /\.\w{1,5}$/u.test(name);
  return query !== '' || isOther || /\.d\.[cm]?ts$/iu.test(name) ? 'nonModules' : undefined;
}

/** `process.env.NAME`, `import.meta.env.NAME`, or all of them at once. */
function memberSigns(node: SyntaxNode): readonly CodePattern[] {
  const [object, property] = path(node);
  if (isEnvironment(node['object'])) return variable(property ?? '');
  if (object === 'globalThis' && property !== undefined && calls.has(property)) {
    return [{ kind: 'evaluation', what: property }];
  }
  return memberNamed(property);
}

function memberNamed(name: string | undefined): readonly CodePattern[] {
  const kind = members.get(name);
  return name === undefined || kind === undefined ? [] : [{ kind, what: name }];
}

/** Reports `import { env } from 'node:process'` as access to all variables. */
function environmentImports(node: SyntaxNode): readonly CodePattern[] {
  if (!/^(?:node:)?process$/u.test(textOf(node['source']) ?? '')) return [];
  return nodesIn(node['specifiers']).some((specifier) => nameOf(specifier['imported']) === 'env') ? variable('') : [];
}

/** `const { NAME } = process.env`, `const all = process.env`. */
function destructured(pattern: unknown, from: unknown): readonly CodePattern[] {
  if (!isEnvironment(from)) return [];
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern') return variable('');
  return nodesIn(pattern['properties']).flatMap((property) => variable(nameOf(property['key']) ?? ''));
}

function isEnvironment(node: unknown): boolean {
  const [object, property] = path(node);
  return property === 'env' && (object === 'process' || object === 'import.meta' || object === 'Bun');
}

/** Variables that Vite and Node set themselves. They contain no user data. */
const harmless: ReadonlySet<string> = new Set(['NODE_ENV', 'DEV', 'PROD', 'MODE', 'SSR', 'BASE_URL']);

function variable(name: string): readonly CodePattern[] {
  return harmless.has(name) ? [] : [{ kind: 'environment', what: name === '' ? 'all variables' : name }];
}

function writerSigns(node: SyntaxNode): readonly CodePattern[] {
  if (node.type !== 'CallExpression') return [];
  const name = nameOf(node['callee']) ?? path(node['callee'])[1];
  return name !== undefined && writers.has(name) ? [{ kind: 'files', what: name }] : [];
}

const foreign = /(?:\b(?:https?|wss?|ftp):|^)\/\/(?:[^/?#\s"'`@]*@)?([^/?#\s"'`:]+)/giu;
/** Local hosts, reserved names, and host names in XML namespaces. */
const nowhere =
  /^(?:localhost|127\.|0\.0\.0\.0|\[|www\.w3\.org$|(?:.*\.)?(?:example\.(?:com|org|net)|example|test|invalid)$)/iu;

/** Reports the foreign hosts in a string. */
export function hostSigns(text: unknown): readonly CodePattern[] {
  if (typeof text !== 'string') return [];
  const hosts = [...text.matchAll(foreign)].map(([, host = '']) => host.toLowerCase());
  return [...new Set(hosts)].filter((host) => !nowhere.test(host)).map((what) => ({ kind: 'network', what }));
}

/** Returns object and property of a member expression. Treats `['a']` like `.a`. */
function path(node: unknown): readonly [object: string | undefined, property: string | undefined] {
  if (!isNode(node) || !/^(?:Optional)?MemberExpression$/u.test(node.type)) return [undefined, undefined];
  const { object, property } = node;
  const isMeta = isNode(object) && object.type === 'MetaProperty';
  return [
    isMeta ? 'import.meta' : (nameOf(object) ?? path(object)[1]),
    node['computed'] === true ? textOf(property) : nameOf(property),
  ];
}
