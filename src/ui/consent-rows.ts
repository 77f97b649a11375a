/** The rows of the consent screen about one plugin. */
import type { PrintedFootprint } from '../consent/footprint-increase.ts';
import type { OriginChange } from '../consent/origin.ts';
import { printable } from '../errors/printable.ts';
import type { PluginChange } from '../engine/plugin-change.ts';
import { accessFacts, alarmingAccess, type Facts } from './application-access.ts';
import { amountWords, codeRows, placeText } from './code-amounts.ts';
import { routesText, shortList } from './compact.ts';
import { listed, type Row } from './rows.ts';

/** Returns the rows of a plugin's contributions, with counts instead of long lists. */
export function shortRows({
  footprint,
  change,
  variables,
  extends: extended,
  ...plugin
}: PluginChange): readonly Row[] {
  const { code, styles, routes, models, guards, providers, menu, theme, packages, settings, secrets } = footprint;
  const goes = change === 'removed' || change === 'disabled';
  return filled([
    ...requirementRows(plugin),
    openRow(plugin),
    signInRow(plugin),
    ...exceptionRows(plugin),
    ...codeRows(code),
    stylesRow(styles),
    [
      'Routes',
      routesText(
        routes.map((route) => ({ path: route.split(' ')[1] ?? '', access: route.split(' ')[2] ?? '', route })),
        { words: ({ route }) => routeWords(route) },
      ),
    ],
    ...accessFacts(footprint).map(({ label, words }): Row => [
      label,
      alarming.has(label) ? listed(words) : shortList(words, 4),
    ]),
    ['Models', shortList(modelList(models, extended), 5)],
    ['Model rules', shortList(guards, 2)],
    ['Providers', shortList(providers)],
    ['Menu', shortList(menu, 4)],
    ['Theme', shortList(theme, 4)],
    ['Packages', shortList(packageNames(packages), 3)],
    ['Settings', shortList(settings, 4)],
    ['Secrets', goes ? '' : shortList(secrets.map((key) => variables[key] ?? key))],
  ]);
}

/** Returns the rows of code, and of unprotected and dangerous effects. For an update, only the additions. */
export function alarmingRows(plugin: PluginChange): readonly Row[] {
  const { before, growth, footprint, variables } = plugin;
  const added = before === undefined ? footprint : growth?.footprint;
  const facts = added === undefined ? [] : factsOf(added, variables);
  const list: readonly Row[] = [
    openRow(plugin),
    signInRow(plugin, growth),
    ...exceptionRows(plugin),
    ...facts.map(({ label, words }): Row => [label, shortList(words, 3)]),
    ...packageRows(plugin),
  ];
  const code = added === undefined ? [] : codeRows(added.code);
  return [...filled(list).filter(([label]) => alarming.has(label)), ...filled(code)];
}

const originLabels: Readonly<Record<OriginChange['what'], string>> = {
  registry: 'Registry',
  publisher: 'Publisher',
  builder: 'Built by',
  signature: 'Signature',
  downgrade: 'Lower version',
  older: 'Older release',
  major: 'Major version',
};

/** Returns a row for each change of a plugin's origin and version. */
export function originRows({ origin = [] }: PluginChange): readonly Row[] {
  return origin.map(({ what, before, after }) => [
    originLabels[what],
    `${valueWords(what, after)} (until now: ${valueWords(what, before)})`,
  ]);
}

function valueWords(what: OriginChange['what'], value: string): string {
  return what === 'older' ? value.slice(0, 16).replace('T', ' ') : printable(value.replace(/^registry:/u, ''));
}

/** Returns the name of a model. Marks models of other owners that get more fields. */
function modelWords(name: string, extended: readonly string[]): string {
  return extended.includes(name) ? `${name} (more fields)` : name;
}

/** Returns the models, first those that extend an entity. */
function modelList(models: readonly string[], extended: readonly string[]): readonly string[] {
  const extending = models.filter((name) => extended.includes(name));
  return [...new Set([...extending, ...models])].map((name) => modelWords(name, extended));
}

const isTypes = (name: string): boolean => name.startsWith('@types/');

/** Returns package names without versions, type packages last. */
function packageNames(packages: readonly string[]): readonly string[] {
  const names = packages.map((name) => name.replace(/(.)@.*$/u, '$1'));
  return [...names.filter((name) => !isTypes(name)), ...names.filter(isTypes)];
}

/** Returns all contents of a plugin, short rows first. */
export function allRows(plugin: PluginChange): readonly Row[] {
  const { footprint, extends: extended, change, variables } = plugin;
  const going = change === 'removed' || change === 'disabled';
  const facts = factsOf(footprint, variables).map(({ label, words }): Row => {
    if (going && label === 'Secrets') return [label, ''];
    return [label, listed(label === 'Models' ? words.map((word) => modelWords(word, extended)) : words)];
  });
  const code = [...codeRows(footprint.code), stylesRow(footprint.styles)];
  return filled([
    ...requirementRows(plugin),
    openRow(plugin),
    signInRow(plugin),
    ...exceptionRows(plugin),
    ...code,
    ...facts,
    ...packageRows(plugin),
    ['Files', `${footprint.files}`],
  ]);
}

/** Returns the rows of exceptions from policies. */
export function exceptionRows({ exceptions = [] }: Pick<PluginChange, 'exceptions'>): readonly Row[] {
  return exceptions.map(({ rule, until, reason, file }): Row => [
    'Exception',
    printable(`from ${rule} until ${until}: ${reason} (${file})`),
  ]);
}

/** Returns the rows of the plugins that a plugin requires, and of those that require it. */
function requirementRows({
  requires = [],
  requiredBy = [],
}: Pick<PluginChange, 'requires' | 'requiredBy'>): readonly Row[] {
  return [
    ['Requires', listed(requires)],
    ['Required by', listed(requiredBy)],
  ];
}

/** Returns the row of routes that remain public. A sign-in plugin alone does not protect routes. */
export function openRow({ open = [] }: Pick<PluginChange, 'open'>): Row {
  return [staysOpen, listed(open)];
}

/** Returns the row of routes that a plugin adds to the sign-in of another plugin. */
export function signInRow(
  { signInRoutes = [] }: Pick<PluginChange, 'signInRoutes'>,
  growth?: PluginChange['growth'],
): Row {
  const added =
    growth === undefined ? signInRoutes : signInRoutes.filter((route) => growth.footprint.routes.includes(route));
  const count = `${added.length} ${added.length === 1 ? 'route' : 'routes'}`;
  return [signIn, added.length === 0 ? '' : `adds ${count} to sign-in, below /api/auth`];
}

const longestBefore = 6;

/** Returns the additions of an update, with the earlier values. */
export function growthRows({
  footprint: now,
  before: { footprint: before },
  growth: { footprint: more },
  variables,
  packages = [],
}: Required<Pick<PluginChange, 'footprint' | 'before' | 'growth' | 'variables'>> &
  Pick<PluginChange, 'packages'>): readonly Row[] {
  const had = factsOf(before, variables);
  const facts = factsOf(more, variables).map(({ label, words }, at): Row => {
    const old = had[at]?.words ?? [];
    const until = old.length > longestBefore ? `${old.length}` : listed(old) || 'none';
    return [label, words.length === 0 ? '' : `${listed(words)} (until now: ${until})`];
  });
  const files: Row = ['Files', now.files === before.files ? '' : `${now.files} (until now: ${before.files})`];
  return filled([...codeRows(more.code, before.code), ...facts, ...packageRows({ packages }), files]);
}

/** Returns the rows that are not empty. */
export const filled = (list: readonly Row[]): readonly Row[] => list.filter(([, text]) => text !== '');

const unprotected = 'Unprotected';
const staysOpen = 'Stays public';
const signIn = 'Sign-in';
const onInstall = 'Install scripts';
/** Labels of rows about unprotected and dangerous effects. They are highlighted. */
export const alarming: ReadonlySet<string> = new Set([
  unprotected,
  staysOpen,
  signIn,
  ...alarmingAccess,
  onInstall,
  placeText('build').label,
  'Exception',
]);

function factsOf(footprint: PrintedFootprint, variables: PluginChange['variables']): readonly Facts[] {
  const { routes, models, guards, providers, menu, theme, packages, settings, secrets } = footprint;
  return [
    { label: unprotected, words: routes.filter(isPublic).map(routeWords) },
    { label: 'Routes', words: routes.filter((route) => !isPublic(route)).map(routeWords) },
    ...accessFacts(footprint),
    { label: 'Models', words: models },
    { label: 'Model rules', words: guards },
    { label: 'Providers', words: providers },
    { label: 'Menu', words: menu },
    { label: 'Theme', words: theme },
    { label: 'Packages', words: packages.map((name) => name.replace(/(.)@/u, '$1 ')) },
    { label: 'Settings', words: settings },
    { label: 'Secrets', words: secrets.map((key) => variables[key] ?? key) },
  ];
}

/** Returns the package versions that npm would install, and packages with install scripts, if known. */
function packageRows({ packages = [] }: Pick<PluginChange, 'packages'>): readonly Row[] {
  const versions = packages.map(({ name, version, publishedAt }) => {
    return `${name} ${version} of ${publishedAt?.slice(0, 10) ?? 'unknown age'}`;
  });
  const scripts = packages.filter(({ installScripts }) => installScripts).map(({ name }) => name);
  return [
    ['Versions', listed(versions)],
    [onInstall, listed(scripts)],
  ];
}

const isPublic = (route: string): boolean => route.endsWith(' public');

const stylesRow = (styles: PrintedFootprint['styles']): Row => [
  'Styles',
  styles.bytes === 0 ? '' : amountWords(styles),
];

/**
 * Converts a route such as `GET,POST /api/notes authenticated` to words. Omits `public`, which the label of the row
 * shows.
 */
function routeWords(route: string): string {
  const [methods = '', path = '', access = ''] = route.split(' ');
  return `${methods.replaceAll(',', ' ')} ${path}${access === 'public' ? '' : ` (${access})`}`;
}
