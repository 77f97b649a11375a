import { RegistryError, type RegistryErrorCode } from './errors.ts';
import type { IgnoredLine } from './npmrc.ts';
import { credentialsFor } from './registries.ts';
import type { ClientSettings } from './settings.ts';

/** Patterns for keys of ignored settings that can cause an error. */
const causes: Readonly<Partial<Record<RegistryErrorCode, RegExp>>> = {
  REGISTRY_UNAUTHORIZED: /^(?:\/\/|_auth|_password|username)/u,
  // Some registries hide packages from unauthenticated users.
  REGISTRY_PACKAGE_NOT_FOUND: /^(?:\/\/|_auth|_password|username)/u,
  REGISTRY_UNREACHABLE: /proxy$/u,
  REGISTRY_TIMEOUT: /proxy$/u,
  REGISTRY_UNTRUSTED: /^(?:ca|cafile|strict-ssl)$/u,
};

/** Returns the error, with added reasons if ignored npm settings could be the cause. */
export function withPassedOver(
  error: RegistryError,
  { host, npm }: { readonly host: string } & Pick<ClientSettings, 'npm'>,
): RegistryError {
  const isCause = ({ key }: IgnoredLine) =>
    causes[error.code]?.test(key) === true && (!key.startsWith('//') || hostOf(key) === host);
  const lines = npm.ignored.filter(isCause).map(({ file, key, reason }) => `${key} in ${file} is ignored: ${reason}`);
  if (lines.length === 0) return error;
  return new RegistryError(error.code, [error.message, ...lines].join('; '), { cause: error.cause, hint: error.hint });
}

/** Returns the error. If the registry denied access, the error names the sent credentials. */
export function withCredentials(error: RegistryError, address: URL, settings: ClientSettings): RegistryError {
  if (error.code !== 'REGISTRY_UNAUTHORIZED') return error;
  const base = credentialsFor(address, settings);
  const file = settings.npm.credentialFiles.get(base ?? '');
  // Credentials that the user typed are in no file.
  if (base !== undefined && file === undefined) return error;
  const detail =
    base === undefined
      ? `no credentials are configured for ${address.host}`
      : `the credentials for ${base} are in ${file}`;
  return new RegistryError(error.code, `${error.message}; ${detail}`, { cause: error.cause, hint: error.hint });
}

/** Codes of errors that an incorrect registry address can cause. */
const byAddress: ReadonlySet<RegistryErrorCode> = new Set([
  'REGISTRY_ANSWER_INVALID',
  'REGISTRY_PACKAGE_NOT_FOUND',
  'REGISTRY_UNREACHABLE',
]);

/** Returns the error. If an incorrect address can be the cause, the error names the setting with the address. */
export function withAddressLine(
  error: RegistryError,
  { registry, npm }: { readonly registry: string } & Pick<ClientSettings, 'npm'>,
): RegistryError {
  const line = npm.addressLines.get(registry);
  if (line === undefined || !byAddress.has(error.code)) return error;
  const message = `${error.message}; the address comes from ${line}`;
  return new RegistryError(error.code, message, { cause: error.cause, hint: error.hint });
}

/** `//host:port/path/:_authToken` → `host:port` */
function hostOf(key: string): string | undefined {
  return /^\/\/([^/]+)/u.exec(key)?.[1];
}
