import { RegistryError } from './errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Proxy settings. */
export interface ProxySettings {
  readonly proxy: string | undefined;
  /** Hosts that bypass the proxy. */
  readonly noProxy: string | undefined;
}

/**
 * Returns the proxy from npm's settings or the environment. npm writes `null` for an unset value and `false` for no
 * proxy.
 *
 * @throws RegistryError REGISTRY_CONFIG_INVALID, without the address, because it may contain a password
 */
export function proxyIn(settings: ReadonlyMap<string, string>, env: Environment): ProxySettings {
  const said = [
    ...['https-proxy', 'proxy'].map((key) => [key, settings.get(key)] as const),
    ...['HTTPS_PROXY', 'HTTP_PROXY'].map((name) => [name, named(env, name)] as const),
  ];
  const [key, proxy] = said.find(([, value]) => isSaid(value)) ?? [];
  if (proxy !== undefined && proxy !== 'false' && !isProxy(proxy)) {
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `${key} is not a valid proxy address, such as http://host:3128`);
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

/** Reads a variable whose name may be in upper or lower case. */
function named(env: Environment, name: string): string | undefined {
  return [env[name], env[name.toLowerCase()]].find((value) => value !== undefined && value !== '');
}
