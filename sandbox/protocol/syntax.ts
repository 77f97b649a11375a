/** The lexical rules of operations: both sides of the boundary hold them. Pure text, no lookups. */

/** Characters nobody needs in a path, a label or a name: controls, invisible formatting, line separators. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const loneSurrogate = /\p{Cs}/u;

const maximumPathLength = 300;

/** Whether a text can be shown on one line as it is. */
export function isPlainText(text: string): boolean {
  return !invisible.test(text) && !loneSurrogate.test(text);
}

/**
 * Whether a path names a file or folder below a root: POSIX, relative, normalised, one line.
 * What may be *written* there is judged elsewhere.
 */
export function isRelativePath(path: string): boolean {
  if (path === '' || path.length > maximumPathLength || !isPlainText(path)) return false;
  if (path.startsWith('~') || /[\\:]/.test(path)) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

const routeSegment = /^(?:[A-Za-z0-9._~-]+|:[A-Za-z_][A-Za-z0-9_]*)$/;
const routeWildcard = /^\*[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Whether a route below `/api` has a path of the plugin contract: static segments and `:name` parameters, and at
 * most one `*name`, last and after a static segment.
 */
export function isRoutePath(path: string): boolean {
  if (path === '/') return true;
  if (!path.startsWith('/') || path.length > maximumPathLength) return false;
  const segments = path.slice(1).split('/');
  const last = segments.at(-1) ?? '';
  if (routeWildcard.test(last)) {
    segments.pop();
    if (segments.length === 0 || segments.at(-1)?.startsWith(':') === true) return false;
  }
  return segments.every((segment) => routeSegment.test(segment) && segment !== '.' && segment !== '..');
}

/** Whether a link stays on the application's own site: an absolute path, never `//host` or a scheme. */
export function isSitePath(href: string): boolean {
  return (
    /^\/(?![/\\])/.test(href) &&
    href.length <= maximumPathLength &&
    !href.includes('\\') &&
    !/\s/.test(href) &&
    isPlainText(href)
  );
}

/** Whether a text can name something a person addresses: a menu entry, a plugin. */
export function isId(text: string): boolean {
  return /^@?[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/.test(text);
}

/** Whether a text is a JavaScript identifier (ASCII). */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]{0,99}$/.test(text);
}

/** Whether a text can be a setting's key; the names every object inherits are left out. */
export function isSettingKey(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(text) && !isPrototypeKey(text);
}

/** Names that mean something to every JavaScript object and so can't be anybody's data. */
export function isPrototypeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}

/** Whether a text is a module a provider can be imported from: one of the plugin's own, or a package (with subpath). */
export function isModulePath(text: string): boolean {
  return isRelativePath(text) && (!text.startsWith('@') || /^@[a-z0-9~-][a-z0-9._~-]*\/[a-z0-9~-]/.test(text));
}

/** Whether a number survives JSON as itself. */
export function isPlainNumber(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}
