import type { FindingKind } from './findings.ts';

/** Node of a syntax tree, with the properties that patterns use. */
export interface SyntaxNode {
  readonly type: string;
  readonly loc?: { readonly start: { readonly line: number } };
  readonly [key: string]: unknown;
}

/** Finding in one node, without its position. */
export interface CodePattern {
  readonly kind: FindingKind;
  readonly what: string;
}

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
  http: 'network',
  https: 'network',
  http2: 'network',
  net: 'network',
  tls: 'network',
  dgram: 'network',
  dns: 'network',
});

const calls = kinds({ eval: 'evaluation', Function: 'evaluation' });

const members = kinds({
  ...sameKind('sql', ['$queryRaw', '$executeRaw', '$queryRawUnsafe', '$executeRawUnsafe', '$runCommandRaw']),
  ...sameKind('markup', ['innerHTML', 'outerHTML', 'insertAdjacentHTML', 'dangerouslySetInnerHTML', 'srcdoc']),
  ...sameKind('processes', ['getBuiltinModule', 'dlopen']),
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

/** Returns the patterns that match a node. File writers count only in a file that loads `node:fs`. */
export function matchCodePatterns(
  node: SyntaxNode,
  { writesFiles }: { readonly writesFiles: boolean },
): readonly CodePattern[] {
  const signs = looks[node.type]?.(node) ?? [];
  return writesFiles ? [...signs, ...writerSigns(node)] : signs;
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
  const kind = moduleKinds.get(module.replace(/^node:/u, '').replace(/\/.*/u, ''));
  return kind === undefined ? hostSigns(module) : [{ kind, what: module }];
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
  return list(node['specifiers']).some((specifier) => nameOf(specifier['imported']) === 'env') ? variable('') : [];
}

/** `const { NAME } = process.env`, `const all = process.env`. */
function destructured(pattern: unknown, from: unknown): readonly CodePattern[] {
  if (!isEnvironment(from)) return [];
  if (!isNode(pattern) || pattern.type !== 'ObjectPattern') return variable('');
  return list(pattern['properties']).flatMap((property) => variable(nameOf(property['key']) ?? ''));
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

const foreign = /\b(?:https?|wss?|ftp):\/\/(?:[^/?#\s"'`@]*@)?([^/?#\s"'`:]+)/giu;
/** Local hosts, reserved names, and host names in XML namespaces. */
const nowhere =
  /^(?:localhost|127\.|0\.0\.0\.0|\[|www\.w3\.org$|(?:.*\.)?(?:example\.(?:com|org|net)|test|invalid)$)/iu;

function hostSigns(text: unknown): readonly CodePattern[] {
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

function nameOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  const { name, value } = node;
  if (typeof name === 'string') return name;
  return node.type === 'StringLiteral' && typeof value === 'string' ? value : undefined;
}

/** Returns the text of a string or template literal without expressions. */
function textOf(node: unknown): string | undefined {
  if (!isNode(node)) return undefined;
  if (node.type === 'StringLiteral' && typeof node['value'] === 'string') return node['value'];
  const [only, ...more] = node.type === 'TemplateLiteral' ? list(node['quasis']) : [];
  return more.length === 0 ? cooked(only?.['value']) : undefined;
}

/** Returns the text of a template part with resolved escapes. */
function cooked(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !('cooked' in value)) return undefined;
  return typeof value.cooked === 'string' ? value.cooked : undefined;
}

const list = (nodes: unknown): readonly SyntaxNode[] => (Array.isArray(nodes) ? nodes.filter(isNode) : []);

/** Whether a value is part of a syntax tree. */
export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
