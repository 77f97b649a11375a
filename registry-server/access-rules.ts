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
export function mayCreate(name: string, user: string, configuration: RegistryConfiguration): boolean {
  if (!name.startsWith('@')) return true;
  return usersOf(configuration.publishers, configuration).includes(user);
}

function ruleOf(
  name: string,
  { packages }: RegistryConfiguration,
): RegistryConfiguration['packages'][number] | undefined {
  return packages.find(({ pattern }) => fits(pattern, name));
}
