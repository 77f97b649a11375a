import npa from 'npm-package-arg';
import { RegistryError } from './errors.ts';

/** A package somebody asked a registry for. */
export interface RegistrySpec {
  /** `chat`, `@acme/chat` */
  readonly name: string;
  /** `@acme`, with its sign. */
  readonly scope: string | undefined;
  /** A range, an exact version, or a tag; `latest` if nothing was said. */
  readonly wanted: string;
  readonly kind: 'version' | 'range' | 'tag';
  /** The version that is there: only whoever names a version gets a lower one. */
  readonly installed?: string | undefined;
  /** The only registry to ask; that of the scope, or the default one, if absent. */
  readonly registry?: string;
  /** Its bytes are pinned: what the registry said of it before will do. */
  readonly isPinned?: true;
}

/**
 * `chat`, `chat@^1`, `@acme/chat@next`.
 *
 * @throws RegistryError REGISTRY_SPEC_INVALID for everything else that npm would take: addresses, repositories, aliases,
 * names of old with upper case
 */
export function parseSpec(text: string): RegistrySpec {
  // Of what is no name (`""`, `_x`) npm's library says none, whatever its types promise.
  const { type, name, scope, fetchSpec }: Omit<npa.Result, 'name'> & { name?: string | null } = read(text);
  if (!name || (type !== 'version' && type !== 'range' && type !== 'tag')) throw invalid(text);
  requireName(name);
  // No range at all and `latest` are the same wish, but for versions that come after a release.
  const wanted = type === 'range' && fetchSpec === '*' ? 'latest' : (fetchSpec ?? 'latest');
  return { name, scope: scope ?? undefined, wanted, kind: wanted === 'latest' ? 'tag' : type };
}

/** As npm takes it for new packages: another scope in upper case would be nobody's, and asked for elsewhere. */
const packageName = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/u;

/** Passes a name a registry can be asked for. @throws RegistryError REGISTRY_SPEC_INVALID */
export function requireName(name: string): void {
  if (packageName.test(name)) return;
  const message = `${JSON.stringify(name.slice(0, 200))} is no name of a package; those are in lower case`;
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
  const message = `${JSON.stringify(text.slice(0, 200))} is no package of a registry with a version, a range or a tag`;
  return new RegistryError('REGISTRY_SPEC_INVALID', message, { cause });
}
