/** Finds and links modules inside the isolate: the plugin's modules and the shared modules. */
import { parse } from 'es-module-lexer/js';
import type { ImportSpecifier } from 'es-module-lexer/js';
import type ivm from 'isolated-vm';
import type { Frame, SandboxErrorCode } from '../protocol/errors.ts';
import { entryModule, pluginRoot } from '../protocol/messages.ts';
import type { LaterImport, Request } from '../protocol/messages.ts';

/** Error for a module that cannot be linked. */
export class LinkError extends Error {
  readonly code: SandboxErrorCode;
  readonly frames: readonly Frame[];

  constructor(code: SandboxErrorCode, message: string, frames: readonly Frame[] = []) {
    super(message);
    this.code = code;
    this.frames = frames;
  }
}

const guestName = 'genlock:guest';
const operations =
  'copyTemplates registerAPIRoutes registerAdminMenu registerPrismaSchema registerSettings registerProvider registerCSS guardModel registerSecurityPolicy ' +
  'registerMiddleware registerHooks registerJobs registerSlot extendEntity';
const pathNames =
  'basename delimiter dirname extname format isAbsolute join normalize parse relative resolve sep'.split(' ');

/** Shared modules that a plugin can import. */
const shared: Readonly<Record<string, string>> = {
  'genlock/sdk': `import { sdk } from "${guestName}"; export const { ${operations.replaceAll(' ', ', ')} } = sdk;`,
  'node:path': reexport(pathNames, 'const posix = path; path.posix = path; export { posix };'),
  'node:url': reexport(['fileURLToPath'], 'export const { URL, URLSearchParams } = globalThis;'),
};
const aliases: Readonly<Record<string, string>> = {
  path: 'node:path',
  'path/posix': 'node:path',
  'node:path/posix': 'node:path',
  url: 'node:url',
};

function reexport(names: readonly string[], rest: string): string {
  const list = names.join(', ');
  return `import { posix as all } from "${guestName}"; export const { ${list} } = all; const path = { ${list} }; export default path; ${rest}`;
}

/** The lexer's markers. Other values are positions of `import()`. */
const staticImport = -1;
const importMeta = -2;

/**
 * Names that replace `import.meta` and `import()` in a plugin module. The replacement has the same length, so that
 * positions are unchanged.
 */
const metaName = '$importMeta';
const loadName = '$load_';

/** Maximum number of different `import()` requests. Each request permanently uses some memory in the isolate. */
const mostLater = 1000;

/** Isolate with the guest's evaluated module. */
export interface GuestRuntime {
  readonly isolate: ivm.Isolate;
  readonly context: ivm.Context;
  readonly guest: ivm.Module;
}

/** Compiles and links modules in the isolate, each module once. */
export class Linker {
  readonly #isolate: ivm.Isolate;
  readonly #context: ivm.Context;
  readonly #guest: ivm.Module;
  readonly #sources: Request['modules'];
  readonly #internal = new Map<string, string>();
  readonly #compiled = new Map<string, ivm.Module>();
  readonly #names = new Map<ivm.Module, string>();
  /** Number of modules linked for `import()`. */
  #later = 0;

  constructor(runtime: GuestRuntime, request: Request) {
    this.#isolate = runtime.isolate;
    this.#context = runtime.context;
    this.#guest = runtime.guest;
    this.#sources = request.modules;
    this.#internal.set('genlock:input', `export default ${JSON.stringify(request.input)};`);
    this.#internal.set(
      'genlock:begin',
      `import input from "genlock:input"; import { begin } from "${guestName}"; begin(input);`,
    );
  }

  /**
   * Links the plugin's entry and its imports without running them. The entry's export `result` is the guest's answer
   * after its promise has settled.
   */
  link(): ivm.Module {
    this.#checkEntry();
    const source =
      `import "genlock:begin"; import { finish } from "${guestName}"; import generate from "plugin:///${entryModule}"; ` +
      'var answer; export { answer as result }; finish(generate).then((text) => { answer = text; });';
    this.#internal.set('genlock:entry', source);
    const entry = this.#compile('genlock:entry', source);
    entry.instantiateSync(this.#context, (specifier, referrer) => this.#resolve(specifier, referrer));
    return entry;
  }

  /**
   * Links the module for a pending `import()`. When evaluated, it passes its namespace to the guest.
   *
   * @param text JSON of a `LaterImport` from the isolate
   */
  linkLater(text: string): ivm.Module {
    const { specifier, from, frames } = laterImport(text);
    const name = this.#checkImport(specifier, from, () => frames);
    if (this.#later === mostLater) {
      throw new LinkError('SANDBOX_IMPORT', `more than ${mostLater} names are imported with import()`, frames);
    }
    const compile = (source: string): ivm.Module =>
      this.#isolate.compileModuleSync(source, { filename: 'genlock:later' });
    const taken = compile(`import { taken } from "${guestName}"; taken();`);
    const module = compile(
      `import "genlock:taken"; import * as found from ${JSON.stringify(name)}; ` +
        `import { arrived } from "${guestName}"; arrived(${this.#later}, found);`,
    );
    this.#later += 1;
    module.instantiateSync(this.#context, (wanted, referrer) =>
      wanted === 'genlock:taken' ? taken : this.#resolve(wanted, referrer),
    );
    return module;
  }

  #sourceOf(path: string): string | undefined {
    return Object.hasOwn(this.#sources, path) ? this.#sources[path] : undefined;
  }

  #resolve(specifier: string, referrer: ivm.Module): ivm.Module {
    if (specifier === guestName) return this.#guest;
    const internal = this.#internal.get(specifier) ?? shared[aliases[specifier] ?? specifier];
    if (internal !== undefined) return this.#compile(aliases[specifier] ?? specifier, internal);
    if (specifier.startsWith('genlock:meta/')) return this.#compile(specifier, metaSource(specifier));
    if (specifier.startsWith('genlock:load/')) return this.#compile(specifier, loadSource(specifier));
    const path = specifier.startsWith('plugin:///')
      ? specifier.slice('plugin:///'.length)
      : resolvePath(specifier, this.#names.get(referrer) ?? '');
    const source = path === undefined ? undefined : this.#sourceOf(path);
    if (path === undefined || source === undefined) throw new LinkError('SANDBOX_IMPORT', notFound(specifier));
    return this.#compiled.get(path) ?? this.#compilePlugin(path, source);
  }

  #compile(name: string, source: string): ivm.Module {
    const known = this.#compiled.get(name);
    if (known !== undefined) return known;
    const module = this.#isolate.compileModuleSync(source, { filename: name });
    this.#compiled.set(name, module);
    this.#names.set(module, name);
    return module;
  }

  #compilePlugin(path: string, source: string): ivm.Module {
    if (path.endsWith('.json')) return this.#compile(path, jsonSource(path, source));
    const module = this.#isolate.compileModuleSync(this.#prepare(path, source), { filename: `plugin:///${path}` });
    this.#compiled.set(path, module);
    this.#names.set(module, path);
    return module;
  }

  /**
   * Checks static imports with their positions, and replaces `import.meta` and `import()`, which isolates do not
   * support.
   */
  #prepare(path: string, source: string): string {
    let text = source;
    let below = '';
    const replace = (start: number, end: number, name: string): void => {
      const breaks = source.slice(start, end).replace(/[^\n]/g, '');
      text = text.slice(0, start) + (name + breaks).padEnd(end - start) + text.slice(end);
    };
    for (const found of importsOf(source)) {
      if (found.d === importMeta) {
        replace(found.s, found.e, metaName);
        if (!below.includes(metaName)) below += `\nimport ${metaName} from "genlock:meta/${path}";`;
      } else if (found.d !== staticImport) {
        replace(found.ss, found.ss + 'import'.length, loadName);
        if (!below.includes(loadName)) below += `\nimport ${loadName} from "genlock:load/${path}";`;
      } else {
        this.#checkImport(found.n ?? '', path, () => [frameAt(path, source, found.s)]);
      }
    }
    return text + below;
  }

  /**
   * Returns the name for linking a specifier.
   *
   * @throws {LinkError} SANDBOX_IMPORT
   */
  #checkImport(specifier: string, from: string, frames: () => readonly Frame[]): string {
    const name = aliases[specifier] ?? specifier;
    if (Object.hasOwn(shared, name)) return name;
    const target = resolvePath(specifier, from);
    if (target !== undefined && Object.hasOwn(this.#sources, target)) return `plugin:///${target}`;
    const near = target === undefined ? undefined : this.#nearby(target);
    const hint = near === undefined ? '' : `; write ${JSON.stringify(specifier + near)}`;
    throw new LinkError('SANDBOX_IMPORT', notFound(specifier) + hint, frames());
  }

  #nearby(target: string): string | undefined {
    return ['.js', '.mjs', '/index.js'].find((ending) => Object.hasOwn(this.#sources, target + ending));
  }

  /** Checks that the entry module has a default export, before any code runs. */
  #checkEntry(): void {
    const source = this.#sourceOf(entryModule);
    if (source === undefined) throw new LinkError('SANDBOX_ENTRY', `the package has no ${entryModule}`);
    let exported: readonly { readonly n: string }[];
    try {
      exported = parse(source)[1];
    } catch {
      return;
    }
    if (exported.some(({ n }) => n === 'default')) return;
    const common = /\b(?:module\s*\.\s*exports|exports\s*\.\s*[\w$]+\s*=)/.exec(source);
    if (common === null) throw new LinkError('SANDBOX_ENTRY', `${entryModule} has no default export`);
    throw new LinkError(
      'SANDBOX_ENTRY',
      `${entryModule} is a CommonJS module (it writes to ${common[0].split(/[\s=]/)[0]})`,
      [frameAt(entryModule, source, common.index)],
    );
  }
}

function importsOf(source: string): readonly ImportSpecifier[] {
  try {
    return parse(source)[0];
  } catch {
    // The engine's parser reports the error with its position.
    return [];
  }
}

function metaSource(specifier: string): string {
  const path = specifier.slice('genlock:meta/'.length);
  const filename = `${pluginRoot}/${path}`;
  const url = `plugin:///${encodeURI(path).replace(/[?#]/g, encodeURIComponent)}`;
  const meta = { url, filename, dirname: filename.slice(0, filename.lastIndexOf('/')) };
  return `export default ${JSON.stringify(meta)};`;
}

function loadSource(specifier: string): string {
  const path = JSON.stringify(specifier.slice('genlock:load/'.length));
  return `import { load } from "${guestName}"; export default (specifier) => load(specifier, ${path});`;
}

/** Parses a `LaterImport`. The plugin can forge its content, but can only name modules that it could import anyway. */
function laterImport(text: string): LaterImport {
  const { specifier, from, frames }: Partial<LaterImport> = JSON.parse(text);
  return { specifier: String(specifier), from: String(from), frames: Array.isArray(frames) ? frames : [] };
}

function jsonSource(path: string, source: string): string {
  try {
    JSON.parse(source);
  } catch {
    throw new LinkError('SANDBOX_SYNTAX', `${path} is not valid JSON`, [{ file: path, line: 1, column: 1 }]);
  }
  return `export default JSON.parse(${JSON.stringify(source)});`;
}

/** Resolves a relative specifier to a package path; `undefined` for other specifiers and paths outside the package. */
function resolvePath(specifier: string, from: string): string | undefined {
  if (!/^\.{1,2}\//.test(specifier)) return undefined;
  const kept = from.split('/').slice(0, -1);
  for (const segment of specifier.split('/')) {
    if (segment === '.' || segment === '') continue;
    if (segment !== '..') kept.push(segment);
    else if (kept.pop() === undefined) return undefined;
  }
  return kept.join('/');
}

function notFound(specifier: string): string {
  const shown = JSON.stringify(specifier.slice(0, 200));
  return /^\.{0,2}\//.test(specifier)
    ? `${shown} is not a module of this package`
    : `${shown} can't be imported: a generator reaches its own modules, genlock/sdk, node:path and node:url`;
}

function frameAt(file: string, source: string, offset: number): Frame {
  const before = source.slice(0, offset).split('\n');
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
