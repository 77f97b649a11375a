import { fits, readersOf, usersOf, type RegistryConfiguration } from './configuration.ts';

/** Whether somebody who is let in may read what is said of a package. */
export function mayRead(name: string, user: string | undefined, configuration: RegistryConfiguration): boolean {
  const rule = ruleOf(name, configuration);
  const readers = rule && readersOf(rule, configuration);
  return readers === undefined || (user !== undefined && readers.includes(user));
}

/** Whom the configuration lets publish a package, in place of its owners; nothing if it leaves that to them. */
export function publishersOf(name: string, configuration: RegistryConfiguration): readonly string[] | undefined {
  const publish = ruleOf(name, configuration)?.publish;
  return publish && usersOf(publish, configuration);
}

function ruleOf(
  name: string,
  { packages }: RegistryConfiguration,
): RegistryConfiguration['packages'][number] | undefined {
  return packages.find(({ pattern }) => fits(pattern, name));
}
