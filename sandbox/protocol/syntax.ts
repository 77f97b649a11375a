/** Syntax rules for operations, checked on both sides of the boundary. The rules only check strings. */

/** Characters that are not allowed in paths, labels and names: controls, invisible formatting, line separators. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const loneSurrogate = /\p{Cs}/u;

const maximumPathLength = 300;

/** Returns whether a string can be displayed on one line without escaping. */
export function isPlainText(text: string): boolean {
  return !invisible.test(text) && !loneSurrogate.test(text);
}

/**
 * Returns whether a path names a file or folder below a root: POSIX, relative, normalized, one line. Write permission
 * is checked elsewhere.
 */
export function isRelativePath(path: string): boolean {
  if (path === '' || path.length > maximumPathLength || !isPlainText(path)) return false;
  if (path.startsWith('~') || /[\\:]/.test(path)) return false;
  return path.split('/').every((segment) => segment !== '' && segment !== '.' && segment !== '..');
}

const routeSegment = /^(?:[A-Za-z0-9._~-]+|:[A-Za-z_][A-Za-z0-9_]*)$/;
const routeWildcard = /^\*[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Returns whether a string is a valid route path: static segments and `:name` parameters. One `*name` is allowed as the
 * last segment, after a static segment.
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

/** Returns whether a link stays on the application's site: an absolute path without `//host` or a scheme. */
export function isSitePath(href: string): boolean {
  return (
    /^\/(?![/\\])/.test(href) &&
    href.length <= maximumPathLength &&
    !href.includes('\\') &&
    !/\s/.test(href) &&
    isPlainText(href)
  );
}

/** Returns whether a string is a valid id for a menu entry or a plugin. */
export function isId(text: string): boolean {
  return /^@?[A-Za-z0-9][A-Za-z0-9._/-]{0,99}$/.test(text);
}

/** Returns whether a string is a JavaScript identifier (ASCII). */
export function isIdentifier(text: string): boolean {
  return /^[A-Za-z_$][A-Za-z0-9_$]{0,99}$/.test(text);
}

/** Returns whether a string is a valid setting key. Prototype keys are not valid. */
export function isSettingKey(text: string): boolean {
  return /^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(text) && !isPrototypeKey(text);
}

/** Returns whether a key has a special meaning in every JavaScript object. */
export function isPrototypeKey(key: string): boolean {
  return key === '__proto__' || key === 'constructor' || key === 'prototype';
}

/** Returns whether a provider can be imported from a module path: a plugin module or a package (with subpath). */
export function isModulePath(text: string): boolean {
  return isRelativePath(text) && (!text.startsWith('@') || /^@[a-z0-9~-][a-z0-9._~-]*\/[a-z0-9~-]/.test(text));
}

/** Returns whether a number is unchanged by JSON. */
export function isPlainNumber(value: number): boolean {
  return Number.isFinite(value) && !Object.is(value, -0);
}
