/** How a registry, or what it sends, can fail. A closed union: whoever uses the client can map every code to a hint. */
export const registryErrorCodes = [
  /** What was typed is no name, range or tag of a package. */
  'REGISTRY_SPEC_INVALID',
  /** The address is none the client may reach. */
  'REGISTRY_NOT_ALLOWED',
  /** A registry's address isn't https, nor on this machine. */
  'REGISTRY_INSECURE',
  /** Configuration of the client, such as an `.npmrc`, can't be used. */
  'REGISTRY_CONFIG_INVALID',
  /** There is no connection, or it broke off. */
  'REGISTRY_UNREACHABLE',
  /** Nobody this machine believes vouches that the host is the one it says. */
  'REGISTRY_UNTRUSTED',
  /** The answer took too long. */
  'REGISTRY_TIMEOUT',
  /** The answer is larger than its limit. */
  'REGISTRY_TOO_LARGE',
  /** The registry wants to know who is asking, or refuses who is. */
  'REGISTRY_UNAUTHORIZED',
  /** The registry doesn't have the package, or doesn't show it. */
  'REGISTRY_PACKAGE_NOT_FOUND',
  /** No version fits the range or tag. */
  'REGISTRY_VERSION_NOT_FOUND',
  /** The registry asks to slow down. */
  'REGISTRY_RATE_LIMITED',
  /** The registry refuses the request, and will again. */
  'REGISTRY_REFUSED',
  /** The registry failed. */
  'REGISTRY_FAILED',
  /** The answer isn't what the protocol says, or speaks of another package. */
  'REGISTRY_ANSWER_INVALID',
  /** Every version that fits is younger than it has to be, or its age isn't known. */
  'REGISTRY_TOO_YOUNG',
  /** The release comes without integrity. */
  'REGISTRY_INTEGRITY_MISSING',
  /** The bytes aren't those the integrity promises. */
  'REGISTRY_INTEGRITY_MISMATCH',
  /** A signature of the release is wrong. */
  'REGISTRY_SIGNATURE_INVALID',
  /** What is said of who built the release is wrong. */
  'REGISTRY_PROVENANCE_INVALID',
  /** The version is lower than the one that is there, and nobody asked for just that one. */
  'REGISTRY_DOWNGRADE',
  /** Nothing may be fetched, and the cache doesn't have it. */
  'REGISTRY_OFFLINE',
  /** The registry refuses what was to be published. */
  'REGISTRY_PUBLISH_REFUSED',
  /** The archive isn't one package of plain files within its limits. */
  'ARCHIVE_REFUSED',
] as const;
export type RegistryErrorCode = (typeof registryErrorCodes)[number];

/** The one error of the client. Its message holds no credentials. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly code: RegistryErrorCode;

  constructor(code: RegistryErrorCode, message: string, options?: { readonly cause?: unknown }) {
    super(message, options);
    this.code = code;
  }
}
