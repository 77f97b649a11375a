import { Refusal } from './refusal.ts';
import { fits, readersOf, usersOf, type RegistryConfiguration } from './configuration.ts';

/** Returns whether a user with access to the registry may read a package. */
export function mayRead(name: string, user: string | undefined, configuration: RegistryConfiguration): boolean {
  const rule = ruleOf(name, configuration);
  const readers = rule && readersOf(rule, configuration);
  return readers === undefined || (user !== undefined && readers.includes(user));
}

/** Returns the configured publishers of a package, who replace its owners; `undefined` if the owners publish. */
export function publishersOf(name: string, configuration: RegistryConfiguration): readonly string[] | undefined {
  const publish = ruleOf(name, configuration)?.publish;
  return publish && usersOf(publish, configuration);
}

/**
 * Returns whether a user may publish a name that does not exist yet. Names in a scope are reserved for named publishers,
 * so that another user cannot publish a package that users of the scope trust.
 */
function mayCreate(name: string, user: string, configuration: RegistryConfiguration): boolean {
  if (!name.startsWith('@')) return true;
  return usersOf(configuration.publishers, configuration).includes(user);
}

function ruleOf(
  name: string,
  { packages }: RegistryConfiguration,
): RegistryConfiguration['packages'][number] | undefined {
  return packages.find(({ pattern }) => fits(pattern, name));
}

/** Package that a user wants to change. */
interface Wanted {
  readonly name: string;
  /** Users who own the package; `undefined` if it does not exist. */
  readonly owners: readonly string[] | undefined;
}

/**
 * Checks write permission. A user without read access must not learn whether a package exists, and must not create a
 * package with a protected name.
 *
 * @throws Refusal 403
 */
export function requireMayWrite(user: string, { name, owners }: Wanted, configuration: RegistryConfiguration): void {
  const listed = publishersOf(name, configuration);
  const allowed = listed ?? owners;
  const isReader = mayRead(name, user, configuration);
  if (allowed?.includes(user) ?? (isReader && mayCreate(name, user, configuration))) return;
  if (!isReader) throw new Refusal(403, `genlock: ${name} is not yours to change`);
  if (allowed === undefined) throw scopeReserved(name, user);
  const grant =
    listed === undefined
      ? `an owner can add you: npm owner add ${user} ${name}`
      : 'the operator of the registry can add you to "publish" of its pattern in the configuration';
  throw new Refusal(403, `genlock: ${name} is not yours to change; ${grant}`);
}

function scopeReserved(name: string, user: string): Refusal {
  const [scope = name] = name.split('/');
  const message = `the scope ${scope} is reserved for named publishers; the operator of the registry can name ${user} in "publishers" of the configuration or with "genlock registry serve --publisher ${user}"`;
  return new Refusal(403, `genlock: ${message}`);
}
