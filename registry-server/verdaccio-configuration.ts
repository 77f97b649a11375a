import { join } from 'node:path';
import { ownPackage } from '../src/core/own-package.ts';
import { readersOf, type RegistryConfiguration } from './configuration.ts';
import type { RegistryFolder } from './folder.ts';
import { bodyLimits } from './request-filter.ts';

type Access = Readonly<Record<'access' | 'publish' | 'unpublish' | 'proxy', readonly string[]>>;

/**
 * Creates Verdaccio's configuration, which defines read access. Write access is checked by the gate, so this
 * configuration allows writes by all signed-in users.
 */
export function verdaccioConfiguration(configuration: RegistryConfiguration, folder: RegistryFolder): object {
  const { selfRegistration, publicUrl } = configuration;
  const uplinks = [...configuration.uplinks.keys()].map((url, index) => [`uplink-${index}`, { url }] as const);
  return {
    configPath: join(folder.root, 'verdaccio.json'),
    storage: folder.packages,
    auth: {
      // Disables registration with -1, because Verdaccio interprets 0 as unlimited.
      htpasswd: { file: folder.users, algorithm: 'bcrypt', rounds: 10, ...(selfRegistration ? {} : { max_users: -1 }) },
    },
    security: { api: { legacy: false, jwt: { sign: { expiresIn: '365d' } } } },
    uplinks: Object.fromEntries(uplinks),
    packages: packagesOf(configuration),
    publish: { allow_offline: true },
    web: { enable: false, gravatar: false },
    userRateLimit: { windowMs: 60_000, max: 60 },
    max_body_size: bodyLimits.package,
    ...(publicUrl !== undefined && { url_prefix: new URL(publicUrl).pathname }),
    server: { keepAliveTimeout: 60, trustProxy: publicUrl !== undefined && 1 },
    log: { type: 'file', path: folder.log, format: 'json', level: 'warn' },
  };
}

/** Returns the configuration for loading the gate. @param gate the gate's temporary id */
export function gateConfiguration(gate: string): object {
  return { plugins: join(ownPackage().root, 'registry-server'), middlewares: { 'genlock-gate': { gate } } };
}

function packagesOf(configuration: RegistryConfiguration): Readonly<Record<string, Access>> {
  const { packages, uplinks, anonymousRead } = configuration;
  const everybody = [anonymousRead ? '$all' : '$authenticated'];
  const mirrored = [...uplinks.values()].flatMap((patterns, index) =>
    patterns.map((pattern): [string, Access] => [
      matching(pattern),
      // Mirrored packages cannot be published here.
      { access: everybody, publish: [], unpublish: [], proxy: [`uplink-${index}`] },
    ]),
  );
  const own = packages.map((rule): [string, Access] => [
    matching(rule.pattern),
    {
      access: readersOf(rule, configuration) ?? everybody,
      publish: ['$authenticated'],
      unpublish: ['$authenticated'],
      proxy: [],
    },
  ]);
  const others: Access = { access: everybody, publish: ['$authenticated'], unpublish: ['$authenticated'], proxy: [] };
  const all: readonly (readonly [string, Access])[] = [...own, ...mirrored, ['**', others]];
  // The first matching pattern counts, also for identical patterns.
  return Object.fromEntries(all.filter(([one], index) => all.findIndex(([other]) => other === one) === index));
}

/** Converts a pattern for Verdaccio. A star there does not match a slash, so `*` would not match scoped packages. */
function matching(pattern: string): string {
  return pattern === '*' ? '**' : pattern;
}
