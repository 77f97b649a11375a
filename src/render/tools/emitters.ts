/** The emitters of configuration files for tools: package.json, compiler, linter, bundler, environment. */
import type { Emitter } from '../emitter.ts';
import { codeStyle } from './code-style.ts';
import { compose } from './compose.ts';
import { container } from './container.ts';
import { continuousIntegration } from './ci.ts';
import { envExample } from './env-example.ts';
import { generateClient } from './generate-client.ts';
import { ignoredFiles } from './ignored-files.ts';
import { migrate } from './migrate.ts';
import { packageJson } from './package-json.ts';
import { packageManagerConfig } from './package-manager.ts';
import { prismaConfig } from './prisma-config.ts';
import { readme } from './readme.ts';
import { typescriptConfig } from './typescript-config.ts';
import { viteConfig } from './vite-config.ts';

export const toolEmitters: readonly Emitter[] = [
  packageJson,
  packageManagerConfig,
  typescriptConfig,
  viteConfig,
  prismaConfig,
  generateClient,
  migrate,
  codeStyle,
  ignoredFiles,
  envExample,
  readme,
  continuousIntegration,
  container,
  compose,
];
