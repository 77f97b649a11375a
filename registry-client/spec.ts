import npa from 'npm-package-arg';
import { RegistryError } from './errors.ts';

/** A package request for a registry. */
export interface RegistrySpec {
  /** `chat`, `@acme/chat` */
  readonly name: string;
  /** Scope with its `@`, e.g. `@acme`. */
  readonly scope: string | undefined;
  /** Range, exact version or tag. Defaults to `latest`. */
  readonly wanted: string;
  readonly kind: 'version' | 'range' | 'tag';
  /** Installed version. A lower version must be requested explicitly. */
  readonly installed?: string | undefined;
  /** Required registry. Defaults to the scope's registry or the default registry. */
  readonly registry?: string;
  /** Whether the integrity is pinned. Cached registry data is then sufficient. */
  readonly isPinned?: true;
}

/**
 * Parses `chat`, `chat@^1` or `@acme/chat@next`.
 *
 * @throws RegistryError REGISTRY_SPEC_INVALID for other forms that npm accepts: addresses, repositories, aliases, old
 * names in upper case
 */
export function parseSpec(text: string): RegistrySpec {
  // npm's library returns no name for invalid names (`""`, `_x`), although its types declare one.
  const { type, name, scope, fetchSpec }: Omit<npa.Result, 'name'> & { name?: string | null } = read(text);
  if (!name || (type !== 'version' && type !== 'range' && type !== 'tag')) throw invalid(text);
  requireName(name);
  // An empty range and `latest` are equivalent, except for prereleases.
  const wanted = type === 'range' && fetchSpec === '*' ? 'latest' : (fetchSpec ?? 'latest');
  return { name, scope: scope ?? undefined, wanted, kind: wanted === 'latest' ? 'tag' : type };
}

/**
 * Returns the range to record for a request: the typed version or range, and `^<version>` for a tag, as npm does.
 *
 * @param version the version that the registry chose for the request
 */
export function recordedRange({ kind, wanted }: Pick<RegistrySpec, 'kind' | 'wanted'>, version: string): string {
  return kind === 'tag' ? `^${version}` : wanted;
}

/** Pattern for valid new package names. An unknown scope in upper case would be requested from the default registry. */
const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/u;

/** Checks that a package name is valid. @throws RegistryError REGISTRY_SPEC_INVALID */
export function requireName(name: string): void {
  if (packageName.test(name)) return;
  const message = `${JSON.stringify(name.slice(0, 200))} is not a valid package name; names are in lower case`;
  throw new RegistryError('REGISTRY_SPEC_INVALID', message);
}

function read(text: string): npa.Result {
  try {
    return npa(text);
  } catch (cause) {
    throw invalid(text, cause);
  }
}

function invalid(text: string, cause?: unknown): RegistryError {
  const message = `${JSON.stringify(text.slice(0, 200))} is not a registry package with a version, range or tag`;
  return new RegistryError('REGISTRY_SPEC_INVALID', message, { cause });
}
