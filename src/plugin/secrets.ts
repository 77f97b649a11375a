import { constantCase } from 'change-case';
import type { SettingSchema } from '../../sandbox/index.ts';
import { GenlockError } from '../errors/error.ts';
import type { Contribution } from './plugin.ts';

/** A secret of a plugin: what holds it, and whether a strong value is made for it. */
export interface SecretSetting {
  readonly key: string;
  readonly variable: string;
  readonly generate: boolean;
}

/**
 * The environment variable of a secret: the one its entry names, else `<PLUGIN>_<KEY>` in capitals, with the scope
 * and every punctuation as `_` (the plugin contract). Begins with a letter, as shells demand.
 */
export function secretVariable(plugin: string, key: string, entry: Pick<SettingSchema, 'env'>): string {
  const variable = entry.env ?? `${constantCase(plugin)}_${constantCase(key)}`;
  return /^[A-Z]/u.test(variable) ? variable : `PLUGIN_${variable.replace(/^_+/u, '')}`;
}

/** What the application, Node, its package manager or the system's loader reads already. */
const reserved =
  /^(?:DATABASE_URL|PORT|HOST|APP_URL|REDIS_URL|CI|HOME|PATH|SHELL|TZ|(?:NODE|NPM|LD|DYLD|PRISMA|VITE|GENLOCK)_.*)$/u;

/** Whether a variable means something to others, so that a plugin's secret under its name would change how they act. */
export function isReservedVariable(variable: string): boolean {
  return reserved.test(variable);
}

/**
 * The secrets of a plugin: those its manifest describes, then those `registerSettings` adds.
 *
 * @throws GenlockError PLUGIN_SETTING_ENV_INVALID where a call asks for a variable that isn't the plugin's to have
 */
export function secretSettings({ manifest, operations }: Contribution): readonly SecretSetting[] {
  const called = operations.filter((operation) => operation.kind === 'registerSettings');
  const schemas = new Map(
    [manifest.settings, ...called.map(({ schema }) => schema)].flatMap(Object.entries<SettingSchema>),
  );
  const secrets = [...schemas].filter(([, entry]) => entry.secret === true);
  return secrets.map(([key, entry]) => {
    const variable = secretVariable(manifest.name, key, entry);
    if (!isReservedVariable(variable)) return { key, variable, generate: entry.generate === true };
    const message = `${manifest.name} registers the secret ${key} under ${variable}, which isn't a plugin's to have`;
    throw new GenlockError({ code: 'PLUGIN_SETTING_ENV_INVALID', message });
  });
}
