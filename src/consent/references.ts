import { foldPath, parentsOf } from '../core/paths.ts';

const module = /(?:\.d)?\.[cm]?[jt]sx?$|\.(?:json|css)$/iu;
const longestSpecifier = 300;

/**
 * Finds a plugin's files that its other files name. The search is deliberately wide: every quoted string counts,
 * regardless of its use. An import cannot hide from the search by its syntax. The work is proportional to the size of
 * the files, because plugins are untrusted.
 */
export class References {
  readonly #byName = new Map<string, string[]>();
  readonly #byFolder = new Map<string, string[]>();
  /** Last segments of all names. Most strings in code are not paths, and end with another segment. */
  readonly #endings = new Set<string>();

  /** @param paths paths of all files of the plugin in the project */
  constructor(paths: Iterable<string>) {
    for (const path of paths) {
      const folded = foldPath(path);
      const bare = folded.replace(module, '');
      for (const name of new Set([folded, bare, bare.replace(/\/index$/u, '')])) {
        append(this.#byName, name, path);
        this.#endings.add(lastSegment(name));
      }
      for (const folder of parentsOf(folded)) append(this.#byFolder, folder, path);
    }
  }

  /** Returns the files that source text names, by an import, an address, a pattern or the beginning of a path. */
  in(text: string, from: string): ReadonlySet<string> {
    const lists = new Set<readonly string[]>();
    for (const segment of stringsIn(withoutTypeImports(text))) {
      for (const list of this.#lists(segment, from)) lists.add(list);
    }
    const found = new Set([...lists].flat());
    found.delete(from);
    return found;
  }

  /** Returns the files that a module specifier or an address may mean. */
  resolve(specifier: string, from: string): readonly string[] {
    return [...new Set(this.#lists(specifier, from).flat())];
  }

  #lists(specifier: string, from: string): readonly (readonly string[])[] {
    const text = decoded(specifier);
    const [start = ''] = /^[^*{$]*/u.exec(text) ?? [];
    if (start.length < text.length || (start.endsWith('/') && start.length > 1)) {
      const folder = start.slice(0, start.lastIndexOf('/') + 1);
      return folder === '' ? [] : targets(folder, from).map((target) => this.#byFolder.get(foldPath(target)) ?? []);
    }
    return [...new Set([text, text.replace(/[?#].*$/u, '')])]
      .filter((address) => this.#canBeName(address))
      .flatMap((address) => targets(address, from).flatMap((target) => this.#at(target, address)));
  }

  #canBeName(address: string): boolean {
    if (address === '') return false;
    const last = lastSegment(foldPath(address));
    return /^\.{0,2}$/u.test(last) || this.#endings.has(last) || this.#endings.has(last.replace(module, ''));
  }

  /** A single word is a path only if it is exactly the name of a file. */
  #at(target: string, address: string): readonly (readonly string[])[] {
    const name = foldPath(target);
    const exact = this.#byName.get(name) ?? [];
    if (!/[./]/u.test(address)) return [exact.filter((path) => foldPath(path) === name)];
    // TypeScript and Vite find x.ts for the import x.js.
    return [exact, this.#byName.get(name.replace(module, '')) ?? []];
  }
}

function append(lists: Map<string, string[]>, key: string, value: string): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}

const lastSegment = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/** Returns the paths in the project that an address may mean, as Vite, Node, Tailwind and browsers resolve it. */
function targets(address: string, from: string): readonly string[] {
  const folder = from.slice(0, from.lastIndexOf('/') + 1);
  if (address.startsWith('@/')) return [joined('client/', address.slice(2))];
  if (address.startsWith('@shared/')) return [joined('shared/', address.slice('@shared/'.length))];
  const atRoot = address.replace(/^\/+/u, '');
  if (address.startsWith('/')) return [joined('', atRoot), joined('public/', atRoot)];
  if (/^\.{1,2}(?:\/|$)/u.test(address)) return [joined(folder, address), joined('', address)];
  return [joined(folder, address), joined('', address), joined('public/', address)];
}

function joined(folder: string, path: string): string {
  const segments: string[] = [];
  for (const segment of `${folder}${path}`.split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/**
 * Yields every string between two equal quotes, also between the end of a string and the beginning of the next, because an
 * apostrophe in a comment must not hide a string. Also yields addresses without quotes in CSS and HTML.
 */
function* stringsIn(text: string): Generator<string> {
  for (const quote of ["'", '"', '`']) {
    for (const segment of text.split(quote)) {
      if (segment.length > 0 && segment.length <= longestSpecifier && !/[\n<>;]/u.test(segment)) yield segment.trim();
    }
  }
  for (const [, address = ''] of text.matchAll(
    /\b(?:url\(\s*|(?:src|href|srcdoc|data)\s*=\s*)([^\s"'`<>(){}]{1,300})/giu,
  )) {
    yield address;
  }
}

/** Removes imports of types, which exist only for the compiler. */
function withoutTypeImports(text: string): string {
  return text.replaceAll(
    /\b(?:im|ex)port\s+type\s*(?:\{[\w\s,$]*\}|\*(?:\s+as\s+[\w$]+)?|(?!from\b)[\w$]+)\s+from\s*(["'])[^"'\n]*\1/gu,
    '',
  );
}

/** Resolves the escapes of JavaScript strings and of addresses. */
function decoded(segment: string): string {
  const escapes = /\\(?:u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|.)/giu;
  const text = segment.includes('\\') ? segment.replaceAll(escapes, unescaped) : segment;
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function unescaped(escape: string): string {
  const [, digits] = /^\\[ux]\{?([\da-f]+)\}?$/iu.exec(escape) ?? [];
  return digits === undefined
    ? escape.slice(1)
    : String.fromCodePoint(Math.min(Number.parseInt(digits, 16), 0x10_ff_ff));
}

const computed = new RegExp(
  [
    String.raw`\bimport\s*\((?!\s*(?:"[^"]*"|'[^']*')\s*[,)])`,
    String.raw`\brequire\b|createRequire|getBuiltinModule|\beval\b|\bFunction\s*\(`,
    String.raw`\bnew\s+(?:Shared)?Worker\b|serviceWorker|worker_threads|[Ww]orklet`,
    String.raw`\b(?:child_process|node:module|node:vm)\b|["'\x60](?:vm|module)["'\x60]|\\u\{?0*[0-7][\da-f]\b`,
  ].join('|'),
  'u',
);

/** Returns whether code may load a file whose name is not in the code as one string. */
export function loadsByComputedName(text: string): boolean {
  return computed.test(text);
}
