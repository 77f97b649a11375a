/** Package managers that can install a project. Yarn is Yarn 4. */
export const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'] as const;
export type PackageManager = (typeof packageManagers)[number];
