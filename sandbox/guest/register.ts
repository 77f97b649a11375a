/** Reads the arguments of the `register…` calls into operations (see the plugin contract). */
import { isCssName, isCssValue } from '../protocol/css.ts';
import { accessLevels, httpMethods } from '../protocol/operations.ts';
import type {
  ApiRoute,
  RegisterAdminMenu,
  RegisterApiRoutes,
  RegisterCss,
  RegisterProvider,
  RegisterSettings,
  SettingSchema,
} from '../protocol/operations.ts';
import {
  isId,
  isIdentifier,
  isModulePath,
  isPlainNumber,
  isRoutePath,
  isSettingKey,
  isSitePath,
} from '../protocol/syntax.ts';
import { entries, fields, line, list, matching, oneOf, present, wrong, type ArgumentPath } from './check.ts';
import { clientPath, modulePath, projectPath } from './paths.ts';
import { input } from './run.ts';

const id = { holds: isId, expected: 'a name of letters, digits, dots, dashes and slashes' };
const sitePath = { holds: isSitePath, expected: 'a path of this site, like /admin/reports' };

/** Reads `{ routes }` or an array of routes. */
export function routesOperation(argument: unknown): RegisterApiRoutes {
  const kind = 'registerAPIRoutes';
  const routes = Array.isArray(argument) ? argument : fields(argument, kind, ['routes'])['routes'];
  return { kind, routes: list(routes, `${kind}: routes`).map((route, i) => routeOf(route, `${kind}: routes[${i}]`)) };
}

function routeOf(value: unknown, at: ArgumentPath): ApiRoute {
  const given = fields(value, at, ['path', 'handler', 'methods', 'access']);
  const path = matching(mounted(given['path']), `${at}.path`, {
    holds: isRoutePath,
    expected: 'a path like /orders/:id, with a wildcard only as the last segment (/files/*name)',
  });
  const handler = modulePath(given['handler'], `${at}.handler`);
  const methods = list(given['methods'], `${at}.methods`).map((method, i) =>
    oneOf(typeof method === 'string' ? method.toUpperCase() : method, `${at}.methods[${i}]`, httpMethods),
  );
  if (methods.length === 0) throw wrong(`${at}.methods`, `at least one of ${httpMethods.join(', ')}`, methods);
  const access = given['access'] === undefined ? undefined : oneOf(given['access'], `${at}.access`, accessLevels);
  return { path, handler, methods: [...new Set(methods)], ...present({ access }) };
}

/** Normalizes a route path below `/api`. The `/api` prefix and the leading slash are optional. */
function mounted(path: unknown): unknown {
  if (typeof path !== 'string' || path === '') return path;
  const rooted = path.startsWith('/') ? path : `/${path}`;
  const below = /^\/api(?=\/|$)/.test(rooted) ? rooted.slice('/api'.length) : rooted;
  return below === '' ? '/' : below.replace(/(?<=[^/])\/$/, '');
}

export function adminMenuOperation(argument: unknown): RegisterAdminMenu {
  const kind = 'registerAdminMenu';
  const given = fields(argument, kind, ['id', 'label', 'icon', 'href', 'children']);
  const read = <Value>(key: string, reader: (value: unknown, at: ArgumentPath) => Value): Value | undefined =>
    given[key] === undefined ? undefined : reader(given[key], `${kind}: ${key}`);
  return {
    kind,
    id: read('id', (value, at) => matching(value, at, id)) ?? input().plugin.name,
    label: line(given['label'], `${kind}: label`),
    ...present({
      icon: read('icon', line),
      href: read('href', (value, at) => matching(value, at, sitePath)),
      children: read('children', (value, at) => list(value, at).map((child, i) => menuChild(child, `${at}[${i}]`))),
    }),
  };
}

function menuChild(
  value: unknown,
  at: ArgumentPath,
): { readonly id: string; readonly label: string; readonly href: string } {
  const given = fields(value, at, ['id', 'label', 'href']);
  return {
    id: matching(given['id'], `${at}.id`, id),
    label: line(given['label'], `${at}.label`),
    href: matching(given['href'], `${at}.href`, sitePath),
  };
}

export function settingsOperation(argument: unknown): RegisterSettings {
  const kind = 'registerSettings';
  const given = fields(argument, kind, ['pluginId', 'schema']);
  const { name } = input().plugin;
  const pluginId = given['pluginId'] ?? name;
  if (pluginId !== name) throw wrong(`${kind}: pluginId`, `the plugin's own name, ${JSON.stringify(name)}`, pluginId);
  const schema = entries(given['schema'], `${kind}: schema`).map(([key, entry]) => {
    const at = `${kind}: schema.${key.slice(0, 64)}`;
    if (!isSettingKey(key)) throw wrong(`${kind}: schema`, 'an object with keys of letters, digits, _ and -', key);
    return [key, settingOf(entry, at)] as const;
  });
  return { kind, pluginId: name, schema: Object.fromEntries(schema) };
}

const settingKeys = [
  'type',
  'label',
  'default',
  'sample',
  'required',
  'secret',
  'validation',
  'pattern',
  'min',
  'max',
  'env',
  'generate',
] as const;

function settingOf(value: unknown, at: ArgumentPath): SettingSchema {
  const given = fields(value, at, settingKeys);
  const read = <Value>(key: (typeof settingKeys)[number], reader: (value: unknown, at: ArgumentPath) => Value) =>
    given[key] === undefined ? undefined : reader(given[key], `${at}.${key}`);
  const type = oneOf(given['type'], `${at}.type`, ['string', 'number', 'boolean']);
  return {
    type,
    ...present({
      label: read('label', line),
      default: read('default', (value, at) => valueOf(type, value, at)),
      sample: read('sample', (value, at) => valueOf(given['secret'] === true ? 'string' : type, value, at)),
      required: read('required', boolean),
      secret: read('secret', boolean),
      validation: read('validation', (value, at) => oneOf(value, at, ['url'])),
      pattern: read('pattern', (value, at) =>
        matching(value, at, { holds: (text) => text.length <= 200, expected: 'a regular expression' }),
      ),
      min: read('min', number),
      max: read('max', number),
      env: read('env', environmentName),
      generate: read('generate', boolean),
    }),
  };
}

function valueOf(type: SettingSchema['type'], value: unknown, at: ArgumentPath): string | number | boolean {
  if (type === 'number') return number(value, at);
  if (type === 'boolean') return boolean(value, at);
  return matching(value, at, { holds: (text) => text.length <= 10_000, expected: 'a string' });
}

function boolean(value: unknown, at: ArgumentPath): boolean {
  if (typeof value !== 'boolean') throw wrong(at, 'true or false', value);
  return value;
}

function number(value: unknown, at: ArgumentPath): number {
  if (typeof value !== 'number' || !isPlainNumber(value)) throw wrong(at, 'a finite number', value);
  return value;
}

function environmentName(value: unknown, at: ArgumentPath): string {
  return matching(value, at, {
    holds: (text) => /^[A-Z][A-Z0-9_]{0,99}$/.test(text),
    expected: 'the name of an environment variable in capitals',
  });
}

export function providerOperation(argument: unknown): RegisterProvider {
  const kind = 'registerProvider';
  const given = fields(argument, kind, ['name', 'import', 'order']);
  return {
    kind,
    name: matching(given['name'], `${kind}: name`, { holds: isIdentifier, expected: 'the name of a component' }),
    import: moduleOf(given['import'], `${kind}: import`),
    order: given['order'] === undefined ? 100 : number(given['order'], `${kind}: order`),
  };
}

/**
 * Reads an import for a provider. Package names are unchanged. Paths become relative to the project's root, where `@/`
 * means `client/`.
 */
function moduleOf(value: unknown, at: ArgumentPath): string {
  const text = clientPath(value);
  const isPath = typeof text === 'string' && /^[./]/.test(text);
  return matching(isPath ? projectPath(text, at) : text, at, {
    holds: isModulePath,
    expected: 'a plugin module or a declared dependency',
  });
}

/** Reads `{ variables }` or the map of variables. */
export function cssOperation(argument: unknown): RegisterCss {
  const kind = 'registerCSS';
  const given = entries(argument, kind);
  const [first] = given;
  const wrapped = given.length === 1 && first?.[0] === 'variables' && typeof first[1] === 'object';
  const variables = wrapped ? entries(first[1], `${kind}: variables`) : given;
  const read = variables.map(([key, value]) => {
    const name = matching(key.startsWith('--') ? key : `--${key}`, `${kind}: the name "${key.slice(0, 100)}"`, {
      holds: isCssName,
      expected: 'a name of letters, digits and dashes',
    });
    const text = typeof value === 'number' && isPlainNumber(value) ? String(value) : value;
    const expected = 'a colour, a length, a number, a font, var() or calc()';
    return [name, matching(text, `${kind}: ${name}`, { holds: isCssValue, expected })] as const;
  });
  return { kind, variables: Object.fromEntries(read) };
}
