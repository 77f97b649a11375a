export {
  boundCache,
  cacheBytes,
  cacheContent,
  clearCache,
  verifyCache,
  type CacheContent,
  type CacheRepair,
} from './cache.ts';
export { deprecate } from './deprecate.ts';
export { packArchive, packedPaths } from './pack.ts';
export { isPublished, publishRelease } from './publish.ts';
export { search, type Found } from './search.ts';
export { registryCache } from './cache-folder.ts';
export { readCertificates } from './certificates.ts';
export { RegistryError, registryErrorCodes, type RegistryErrorCode } from './errors.ts';
export { fetchRelease } from './fetch.ts';
export { fetchText } from './fetch-text.ts';
export { ownEnvironment } from './npm-environment.ts';
export { readNpmSettings, type NpmrcFile, type NpmSettings } from './npmrc.ts';
export { changeNpmrc, tokenKey } from './npmrc-edit.ts';
export { npmrcFiles, userNpmrc } from './npmrc-files.ts';
export { registryUrl } from './origins.ts';
export { publicRegistry } from './public-registry.ts';
export { registryOf } from './registries.ts';
export type { FoundRelease, Provenance, Release, Trust, VerifiedPackage } from './release.ts';
export { findRelease, resolveRelease } from './resolve.ts';
export { signIn, signOut, whoAmI } from './session.ts';
export type { ClientSettings, Freshness } from './settings.ts';
export { readSigning, readTrustedRoot } from './trusted-root.ts';
export { secretsIn } from './secrets.ts';
export { parseSpec, recordedRange, type RegistrySpec } from './spec.ts';
