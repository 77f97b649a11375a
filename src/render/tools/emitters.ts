/** Files that run tools: package.json, compiler, linter, bundler, environment. */
import type { Emitter } from '../render.ts';
import { packageJson } from './package-json.ts';
import { typescriptConfig } from './typescript-config.ts';
import { viteConfig } from './vite-config.ts';

export const toolEmitters: readonly Emitter[] = [packageJson, typescriptConfig, viteConfig];
