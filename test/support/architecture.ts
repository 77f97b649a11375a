/** The permitted imports and the folders of effects in docs/ARCHITECTURE.md, as rules over source text. */
import { posix } from 'node:path';
import { parseAst } from 'vitest/node';

export interface Source {
  /** From the repository's root, POSIX. */
  readonly path: string;
  readonly text: string;
}

export interface Violation {
  readonly rule: string;
  readonly path: string;
  readonly detail: string;
}

const leaves = ['errors', 'sandbox', 'registry-client', 'core', 'user-cache'];
/** Folders of `src` with the data and the effects of one subject. */
const domains = [
  'config',
  'data-layer',
  'plugin',
  'policy',
  'validation',
  'render',
  'plan',
  'consent',
  'project',
  'lockfile',
  'apply',
  'database',
  'processes',
];

/** Programs that the build bundles into single files. `user-cache` is a program and a leaf library. */
const entries = ['main', 'help', 'index', 'sdk', 'testing', 'publication-check', 'schema-engine', 'user-cache'];

/** Folder of docs/ARCHITECTURE.md → the folders that it may import, in addition to itself and the leaves. */
export const allowed: Readonly<Record<string, readonly string[]>> = {
  entries: ['cli', 'ui', 'flows', 'engine', 'config', 'plan', 'plugin', 'registry-server'],
  commands: ['cli', 'ui', 'flows', 'engine', 'config'],
  cli: ['ui', 'flows', 'engine', 'config'],
  results: ['flows', 'engine', 'plan', 'consent', 'config'],
  ui: ['flows', 'engine', 'plan', 'consent', 'config'],
  flows: ['engine', 'registry-server', ...domains],
  engine: domains.filter((domain) => domain !== 'database'),
  'registry-server': ['plugin'],
  config: [],
  'data-layer': ['config'],
  database: ['config', 'data-layer'],
  processes: [],
  plugin: ['config'],
  policy: ['plugin'],
  validation: ['config', 'data-layer', 'plugin', 'render'],
  render: ['config', 'data-layer', 'plugin'],
  plan: [],
  project: ['plan', 'plugin'],
  consent: ['plan', 'plugin', 'data-layer'],
  apply: ['plan', 'project'],
  lockfile: ['plan', 'plugin', 'project', 'consent'],
};

/** Leaf → the only leaves that it may import. */
const allowedOfLeaves: Readonly<Record<string, readonly string[]>> = {
  errors: ['sandbox', 'registry-client'],
  core: ['errors'],
  'user-cache': ['registry-client'],
};

/** Folders without effects: their functions read only their arguments. */
const pure = [
  'config',
  'data-layer',
  'validation',
  'render',
  'plan',
  'policy',
  'core',
  'sandbox/protocol',
  'sandbox/guest',
];
/**
 * Modules with a small effect: a WebAssembly file, hashes, the own package.json, the platform's shell, a time limit,
 * static files.
 */
const pureExceptions = [
  'src/data-layer/validate.ts',
  'src/core/digest.ts',
  'src/core/own-package.ts',
  'src/core/command-word.ts',
  'src/core/time-limit.ts',
  'src/render/read-static-files.ts',
];

/** Functions that only the named files may import: each stage of a change is in one place. */
const callers = [
  {
    name: 'applyPlan',
    module: 'src/apply/apply.ts',
    by: [
      'src/engine/execute.ts',
      'src/flows/project/resolve.ts',
      'src/flows/project/eject.ts',
      'src/flows/author/create.ts',
      'src/flows/plugin-test/projects.ts',
    ],
  },
  { name: 'runPlugin', module: 'sandbox/index.ts', by: ['src/engine/run-plugins.ts'] },
  {
    name: 'resolvePolicy',
    module: 'src/engine/policy/resolve.ts',
    by: ['src/engine/policy-workspace.ts', 'src/flows/policy/audit.ts', 'src/flows/verify/rerun.ts'],
  },
];

/** The team registry validates publications in processes, whose program is one of the files. */
const spawners = [
  'src/processes/',
  'sandbox/host/',
  'src/publication-check.ts',
  'registry-server/publication-checks.ts',
];
const longestFile = 300;
const longestTemplate = 15;
const staticFiles = 'src/render/static/';

/** Returns all violations of the rules in the sources. */
export function violations(sources: readonly Source[]): Violation[] {
  return sources.flatMap(({ path, text }) => {
    const module = read(path, text);
    return rules.flatMap(([rule, find]) => [...new Set(find(module))].map((detail) => ({ rule, path, detail })));
  });
}

interface Module {
  readonly path: string;
  readonly lines: number;
  readonly imports: readonly string[];
  /** Imported functions and values as `module name`. */
  readonly names: readonly string[];
  /** Global names used, and properties of `process` as `process.stdout`. */
  readonly globals: ReadonlySet<string>;
  readonly hasDefaultExport: boolean;
  /** Template literals without an insertion. */
  readonly templates: readonly string[];
}

type Rule = readonly [name: string, find: (module: Module) => readonly string[]];

const rules: readonly Rule[] = [
  ['direction', ({ path, imports }) => imports.filter((target) => !mayImport(path, target))],
  ['entries only', ({ path }) => (isMisplaced(path) ? [path] : [])],
  [
    'one user of the team registry',
    ({ path, imports }) =>
      imports.filter((target) => folderOf(target) === 'registry-server' && !usesTeamRegistry(path)),
  ],
  ['sandbox stands alone', ({ path, imports }) => imports.filter((target) => leavesLeaf(path, target))],
  ['pure', ({ path, imports }) => (isPure(path) ? imports.filter((target) => target.startsWith('node:')) : [])],
  [
    'pure',
    ({ path, globals }) =>
      isPure(path) && path.startsWith('src/') ? [...globals].filter((name) => worldly.test(name)) : [],
  ],
  [
    'one writer',
    ({ path, globals }) => (path.startsWith('src/ui/') ? [] : [...globals].filter((name) => terminal.has(name))),
  ],
  [
    'processes start in one place',
    ({ path, imports }) =>
      imports.filter((target) => starters.has(target) && !spawners.some((at) => path.startsWith(at))),
  ],
  [
    'isolated-vm stays in the worker',
    ({ path, imports }) => imports.filter((target) => target === 'isolated-vm' && !path.startsWith('sandbox/worker/')),
  ],
  [
    'one caller per stage',
    ({ path, names }) =>
      callers
        .filter(({ name, module, by }) => names.includes(`${module} ${name}`) && !by.includes(path))
        .map(({ name }) => name),
  ],
  ['small files', ({ lines }) => (lines > longestFile ? [`${lines} lines of code`] : [])],
  [
    'named exports',
    ({ path, hasDefaultExport }) =>
      hasDefaultExport && !path.startsWith('src/commands/') && !path.endsWith('.d.ts') ? ['default'] : [],
  ],
  [
    'static files are files',
    ({ path, templates }) => (path.startsWith('src/render/') ? templates.filter(isWholeFile).map(firstLine) : []),
  ],
  ['static files are data', ({ imports }) => imports.filter((target) => target.startsWith(staticFiles))],
];

/** Returns whether a file is in a folder for entries or for folders only: src, src/flows. */
function isMisplaced(path: string): boolean {
  const entry = /^src\/([^/]+)\.ts$/u.exec(path)?.[1];
  return entry === undefined ? /^src\/flows\/[^/]+\.ts$/u.test(path) : !entries.includes(entry);
}

const usesTeamRegistry = (path: string): boolean =>
  /^(?:(?:registry-server|src\/flows\/registry-server)\/|src\/publication-check\.ts$)/u.test(path);

const worldly = /^(?:process\.|Date\.now$|Math\.random$)/u;
const terminal = new Set(['console', 'process.stdout', 'process.stderr']);
const starters = new Set(['node:child_process', 'child_process', 'node:cluster', 'node:worker_threads']);

const isPure = (path: string): boolean =>
  !pureExceptions.includes(path) &&
  pure.some((folder) => path.startsWith(folder.includes('/') ? `${folder}/` : `src/${folder}/`));

/** Returns the folder of a file in docs/ARCHITECTURE.md: `entries` for src/main.ts, `render` for src/render/server/app.ts; `undefined` for packages. */
function folderOf(path: string): string | undefined {
  const [top, folder, ...rest] = path.split('/');
  if (path === 'src/user-cache.ts') return 'user-cache';
  if (top === 'src') return rest.length === 0 ? 'entries' : folder;
  return top === 'sandbox' || top === 'registry-client' || top === 'registry-server' ? top : undefined;
}

function mayImport(path: string, target: string): boolean {
  const from = folderOf(path);
  const to = folderOf(target);
  if (from === undefined || to === undefined || from === to) return true;
  if (leaves.includes(from)) return allowedOfLeaves[from]?.includes(to) ?? false;
  return allowed[from] !== undefined && (leaves.includes(to) || allowed[from].includes(to));
}

/** Returns whether a file of a leaf library imports another file of the repository, under any folder name. */
function leavesLeaf(path: string, target: string): boolean {
  const [leaf] = path.split('/');
  const ours = target.endsWith('.ts') || target.startsWith('.');
  return (leaf === 'sandbox' || leaf === 'registry-client') && ours && !target.startsWith(`${leaf}/`);
}

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function read(path: string, text: string): Module {
  const imports: string[] = [];
  const names: string[] = [];
  const globals = new Set<string>();
  const templates: string[] = [];
  let hasDefaultExport = false;
  walk(parseAst(text, { lang: 'ts' }), (node) => {
    const target = importedBy(node);
    if (target !== undefined) {
      const module = target.startsWith('.') ? posix.join(posix.dirname(path), target) : target;
      imports.push(module);
      names.push(...importedNames(node).map((name) => `${module} ${name}`));
    }
    const used = globalUsed(node);
    if (used !== undefined) globals.add(used);
    if (node.type === 'ExportDefaultDeclaration') hasDefaultExport = true;
    templates.push(...constantTemplate(node));
  });
  return { path, lines: codeLines(text), imports, names, globals, hasDefaultExport, templates };
}

function importedBy(node: Node): string | undefined {
  const loads = [
    'ImportDeclaration',
    'ExportNamedDeclaration',
    'ExportAllDeclaration',
    'ImportExpression',
    'TSImportType',
  ];
  const source = loads.includes(node.type) ? node['source'] : undefined;
  return isNode(source) && typeof source['value'] === 'string' ? source['value'] : undefined;
}

/** Returns the names that an import statement takes from its module. */
function importedNames(node: Node): readonly string[] {
  const specifiers: unknown = node['specifiers'];
  if (node.type !== 'ImportDeclaration' || !Array.isArray(specifiers)) return [];
  return specifiers.flatMap((specifier: unknown) => {
    const imported = isNode(specifier) ? specifier['imported'] : undefined;
    return isNode(imported) ? [String(imported['name'])] : [];
  });
}

function globalUsed(node: Node): string | undefined {
  const { object, property } = node;
  if (node.type !== 'MemberExpression' || !isNode(object) || object.type !== 'Identifier' || !isNode(property))
    return undefined;
  if (object['name'] === 'console') return 'console';
  return `${String(object['name'])}.${String(property['name'] ?? property['value'])}`;
}

/** Returns the text of a template literal without an insertion; empty for other nodes. */
function constantTemplate({ type, quasis }: Node): readonly string[] {
  if (type !== 'TemplateLiteral' || !Array.isArray(quasis) || quasis.length !== 1) return [];
  return quasis.map(({ value }: { value: { raw: string; cooked: string | null } }) => value.cooked ?? value.raw);
}

/** Returns whether a text is TypeScript and too long for a template literal. */
function isWholeFile(text: string): boolean {
  if (text.trim().split('\n').length <= longestTemplate) return false;
  try {
    parseAst(text, { lang: 'ts' });
    return true;
  } catch {
    return false;
  }
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}

function walk(value: unknown, visit: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) walk(item, visit);
  if (!isNode(value)) return;
  visit(value);
  for (const child of Object.values(value)) if (typeof child === 'object') walk(child, visit);
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function codeLines(text: string): number {
  return text.split('\n').filter((line) => !/^\s*(?:\/\/|\/?\*|$)/u.test(line)).length;
}
