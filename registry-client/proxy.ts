import { RegistryError } from './errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What stands between this machine and the network. */
export interface ProxySettings {
  readonly proxy: string | undefined;
  /** Hosts that are reached without it. */
  readonly noProxy: string | undefined;
}

/**
 * The proxy of npm's settings, else of the environment. npm writes `null` for what isn't said, and `false` for none.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID, without the address, as it may hold a password
 */
export function proxyIn(settings: ReadonlyMap<string, string>, env: Environment): ProxySettings {
  const said = [
    ...['https-proxy', 'proxy'].map((key) => [key, settings.get(key)] as const),
    ...['HTTPS_PROXY', 'HTTP_PROXY'].map((name) => [name, named(env, name)] as const),
  ];
  const [key, proxy] = said.find(([, value]) => isSaid(value)) ?? [];
  if (proxy !== undefined && proxy !== 'false' && !isProxy(proxy)) {
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `${key} is no address of a proxy, such as http://host:3128`);
  }
  const noProxy = settings.get('noproxy');
  return { proxy: proxy === 'false' ? undefined : proxy, noProxy: isSaid(noProxy) ? noProxy : named(env, 'NO_PROXY') };
}

function isSaid(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== 'null';
}

function isProxy(address: string): boolean {
  return URL.canParse(address) && /^(?:https?|socks(?:4a?|5h?)?):\/\/./u.test(address);
}

/** These names are written in either case. */
function named(env: Environment, name: string): string | undefined {
  return [env[name], env[name.toLowerCase()]].find((value) => value !== undefined && value !== '');
}
