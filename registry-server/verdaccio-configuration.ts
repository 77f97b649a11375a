import { join } from 'node:path';
import { ownPackage } from '../src/core/own-package.ts';
import { readersOf, type RegistryConfiguration } from './configuration.ts';
import type { RegistryFolder } from './folder.ts';
import { bodyLimits } from './request-filter.ts';

type Access = Readonly<Record<'access' | 'publish' | 'unpublish' | 'proxy', readonly string[]>>;

/**
 * What Verdaccio is told: who may read. Who may write, and what, is the gate's to say, so there it lets everybody who is
 * signed in pass.
 */
export function verdaccioConfiguration(configuration: RegistryConfiguration, folder: RegistryFolder): object {
  const { selfRegistration, publicUrl } = configuration;
  const uplinks = [...configuration.uplinks.keys()].map((url, index) => [`uplink-${index}`, { url }] as const);
  return {
    configPath: join(folder.root, 'verdaccio.json'),
    storage: folder.packages,
    auth: {
      // Nothing at all is endless to it, and below nothing is nobody.
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

/** The part that makes Verdaccio load the gate. @param gate the name it is kept under until then */
export function gateConfiguration(gate: string): object {
  return { plugins: join(ownPackage().root, 'registry-server'), middlewares: { 'genlock-gate': { gate } } };
}

function packagesOf(configuration: RegistryConfiguration): Readonly<Record<string, Access>> {
  const { packages, uplinks, anonymousRead } = configuration;
  const everybody = [anonymousRead ? '$all' : '$authenticated'];
  const mirrored = [...uplinks.values()].flatMap((patterns, index) =>
    patterns.map((pattern): [string, Access] => [
      matching(pattern),
      // Nobody publishes under a name that is somebody else's.
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
  // The first that fits counts, also of those that are written alike.
  return Object.fromEntries(all.filter(([one], index) => all.findIndex(([other]) => other === one) === index));
}

/** A pattern as Verdaccio reads it: to it a star ends at a slash, so that one alone means no package with a scope. */
function matching(pattern: string): string {
  return pattern === '*' ? '**' : pattern;
}
