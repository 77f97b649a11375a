/** Error codes of the registry client. The union is closed, so that callers can map every code to a hint. */
export const registryErrorCodes = [
  /** The text is not a valid package name, range or tag. */
  'REGISTRY_SPEC_INVALID',
  /** The client may not connect to this address. */
  'REGISTRY_NOT_ALLOWED',
  /** The registry address is neither https nor on this machine. */
  'REGISTRY_INSECURE',
  /** The client configuration is invalid, for example an `.npmrc` file. */
  'REGISTRY_CONFIG_INVALID',
  /** The connection failed or was interrupted. */
  'REGISTRY_UNREACHABLE',
  /** The host's certificate is not trusted. */
  'REGISTRY_UNTRUSTED',
  /** The request timed out. */
  'REGISTRY_TIMEOUT',
  /** The response is larger than its limit. */
  'REGISTRY_TOO_LARGE',
  /** The registry requires authentication or denies access. */
  'REGISTRY_UNAUTHORIZED',
  /** The package does not exist or is not visible to the user. */
  'REGISTRY_PACKAGE_NOT_FOUND',
  /** No version fits the range or tag. */
  'REGISTRY_VERSION_NOT_FOUND',
  /** The registry limits the request rate. */
  'REGISTRY_RATE_LIMITED',
  /** The registry rejected the request permanently. */
  'REGISTRY_REFUSED',
  /** The registry had an internal error. */
  'REGISTRY_FAILED',
  /** The response does not follow the protocol or describes another package. */
  'REGISTRY_ANSWER_INVALID',
  /** Every matching version is below the minimum age or has an unknown age. */
  'REGISTRY_TOO_YOUNG',
  /** The release has no integrity value. */
  'REGISTRY_INTEGRITY_MISSING',
  /** The bytes do not match the integrity value. */
  'REGISTRY_INTEGRITY_MISMATCH',
  /** A signature of the release is invalid. */
  'REGISTRY_SIGNATURE_INVALID',
  /** The release's provenance is invalid. */
  'REGISTRY_PROVENANCE_INVALID',
  /** The version is lower than the installed version and was not requested explicitly. */
  'REGISTRY_DOWNGRADE',
  /** The package is not cached and the client is offline. */
  'REGISTRY_OFFLINE',
  /** The registry rejected a release. */
  'REGISTRY_PUBLISH_REFUSED',
  /** The registry already has the version. */
  'REGISTRY_VERSION_EXISTS',
  /** The archive is not a valid package of regular files within the limits. */
  'ARCHIVE_REFUSED',
] as const;
export type RegistryErrorCode = (typeof registryErrorCodes)[number];

/** Error class of the registry client. Messages contain no credentials. */
export class RegistryError extends Error {
  override readonly name = 'RegistryError';
  readonly code: RegistryErrorCode;
  /** Hint for this case. If `undefined`, the hint of the code applies. */
  readonly hint: string | undefined;

  constructor(
    code: RegistryErrorCode,
    message: string,
    { hint, ...options }: { readonly cause?: unknown; readonly hint?: string | undefined } = {},
  ) {
    super(message, options);
    this.code = code;
    this.hint = hint;
  }
}
