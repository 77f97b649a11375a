import type { Emitter } from '../emitter.ts';
import type { PackageManager } from '../../core/package-managers.ts';

/** Commands of a package manager for containers and for checks on GitHub. */
export interface ManagerCommands {
  readonly lockfile: string;
  /** Installs the package manager. npm comes with Node. */
  readonly setup?: string;
  /** Installs exactly the packages of the lockfile. */
  readonly install: string;
  /** Removes the packages for development. */
  readonly prune: string;
  /** Prefix of a script's name. */
  readonly run: string;
}

export const managerCommands: Readonly<Record<PackageManager, ManagerCommands>> = {
  npm: { lockfile: 'package-lock.json', install: 'npm ci', prune: 'npm prune --omit=dev', run: 'npm run' },
  pnpm: {
    lockfile: 'pnpm-lock.yaml',
    setup: 'npm install --global pnpm@10',
    install: 'pnpm install --frozen-lockfile',
    prune: 'CI=true pnpm prune --prod',
    run: 'pnpm run',
  },
  yarn: {
    lockfile: 'yarn.lock .yarnrc.yml',
    // Node images contain Yarn 1, which --force replaces.
    setup: 'npm install --global --force @yarnpkg/cli-dist@4',
    install: 'yarn install --immutable',
    prune: 'yarn workspaces focus --production',
    run: 'yarn run',
  },
  bun: {
    lockfile: 'bun.lock',
    setup: 'npm install --global bun@1',
    install: 'bun install --frozen-lockfile',
    prune: 'rm -rf node_modules && bun install --frozen-lockfile --production',
    run: 'bun run',
  },
};

/** Yarn's folder `node_modules` instead of its archives, which Prisma and Vite's types cannot read. */
const yarnConfig = `nodeLinker: node-modules
enableScripts: false
`;

/**
 * Configuration of the package manager. Disables install scripts: the generated project needs none, and users can review
 * scripts of later packages.
 */
export const packageManagerConfig: Emitter = function* ({ config }) {
  yield { path: '.npmrc', content: 'ignore-scripts=true\n' };
  if (config.packageManager === 'yarn') yield { path: '.yarnrc.yml', content: yarnConfig };
};
