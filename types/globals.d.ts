/**
 * Globals in the sandbox in addition to the language. Add `"types": ["genlock/globals"]` to jsconfig.json or
 * tsconfig.json for editor support. Other browser or Node globals do not exist.
 */

/** Lines for the plugin's author; they are captured and shown with the run. */
declare const console: {
  debug(...values: unknown[]): void;
  log(...values: unknown[]): void;
  info(...values: unknown[]): void;
  warn(...values: unknown[]): void;
  error(...values: unknown[]): void;
};

interface URL {
  href: string;
  readonly origin: string;
  protocol: string;
  username: string;
  password: string;
  host: string;
  hostname: string;
  port: string;
  pathname: string;
  search: string;
  readonly searchParams: URLSearchParams;
  hash: string;
  toString(): string;
  toJSON(): string;
}
declare const URL: {
  readonly prototype: URL;
  new (url: string | URL, base?: string | URL): URL;
  canParse(url: string | URL, base?: string | URL): boolean;
  parse(url: string | URL, base?: string | URL): URL | null;
};

interface URLSearchParams extends Iterable<[string, string]> {
  readonly size: number;
  append(name: string, value: string): void;
  delete(name: string, value?: string): void;
  get(name: string): string | null;
  getAll(name: string): string[];
  has(name: string, value?: string): boolean;
  set(name: string, value: string): void;
  sort(): void;
  forEach(visit: (value: string, name: string, all: URLSearchParams) => void): void;
  entries(): IterableIterator<[string, string]>;
  keys(): IterableIterator<string>;
  values(): IterableIterator<string>;
  toString(): string;
}
declare const URLSearchParams: {
  readonly prototype: URLSearchParams;
  new (init?: string | Iterable<readonly [string, string]> | Readonly<Record<string, string>>): URLSearchParams;
};

interface TextEncoder {
  readonly encoding: string;
  encode(text?: string): Uint8Array<ArrayBuffer>;
  encodeInto(text: string, target: Uint8Array): { read: number; written: number };
}
declare const TextEncoder: { readonly prototype: TextEncoder; new (): TextEncoder };

interface TextDecoder {
  readonly encoding: string;
  readonly fatal: boolean;
  readonly ignoreBOM: boolean;
  decode(bytes?: ArrayBufferView | ArrayBuffer, options?: { readonly stream?: boolean }): string;
}
declare const TextDecoder: {
  readonly prototype: TextDecoder;
  new (encoding?: string, options?: { readonly fatal?: boolean; readonly ignoreBOM?: boolean }): TextDecoder;
};

declare function structuredClone<Value>(value: Value): Value;
declare function atob(base64: string): string;
declare function btoa(bytes: string): string;
declare function queueMicrotask(task: () => void): void;

interface ImportMeta {
  /** `plugin:///generator.js`: the base of `new URL(…, import.meta.url)`. */
  readonly url: string;
  readonly filename: string;
  readonly dirname: string;
}

declare module 'node:path' {
  interface ParsedPath {
    root: string;
    dir: string;
    base: string;
    ext: string;
    name: string;
  }
  export const sep: '/';
  export const delimiter: ':';
  export function basename(path: string, suffix?: string): string;
  export function dirname(path: string): string;
  export function extname(path: string): string;
  export function format(path: Partial<ParsedPath>): string;
  export function isAbsolute(path: string): boolean;
  export function join(...parts: string[]): string;
  export function normalize(path: string): string;
  export function parse(path: string): ParsedPath;
  export function relative(from: string, to: string): string;
  export function resolve(...parts: string[]): string;
  export * as posix from 'node:path';
  export * as default from 'node:path';
}

declare module 'node:url' {
  /** Returns the virtual path of a URL that begins with `import.meta.url`. */
  export function fileURLToPath(url: string | URL): string;
  const SameURL: typeof URL;
  const SameURLSearchParams: typeof URLSearchParams;
  export { SameURL as URL, SameURLSearchParams as URLSearchParams };
}
