export { inspectArchive, type PackageFiles } from './archive/inspect.ts';
export { RegistryError, registryErrorCodes, type RegistryErrorCode } from './errors.ts';
export { fetchRelease } from './fetch.ts';
export { readNpmSettings, type NpmrcFile, type NpmSettings } from './npmrc.ts';
export type { Release, VerifiedPackage } from './release.ts';
export { resolveRelease } from './resolve.ts';
export type { ClientSettings, Freshness } from './settings.ts';
export { parseSpec, type RegistrySpec } from './spec.ts';
