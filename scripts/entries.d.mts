export const commandEntries: readonly string[];
export const sharedEntries: readonly string[];
export const standaloneEntries: readonly string[];
export const entries: readonly string[];
export const mergedSources: readonly string[];
export const separatePackages: Readonly<Record<string, string>>;
