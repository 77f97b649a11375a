import { FluentBundle, FluentNumber, FluentResource } from '@fluent/bundle';
import type { messages as base } from '@/locales/en';

type Base = typeof base;

/** The messages in English by name. A plugin adds its messages to this interface. */
export interface Messages extends Base {}

/** The variables of a message: `name` for `Hello { $name }!`. */
type VariablesOf<Text> = Text extends `${string}{ $${infer Name} ${infer Rest}`
  ? Name | VariablesOf<Rest>
  : never;

type Values<Text> = [VariablesOf<Text>] extends [never]
  ? []
  : [values: Readonly<Record<VariablesOf<Text>, string | number>>];

interface Catalogue {
  readonly messages: Readonly<Record<string, string>>;
  /**
   * Problems of the server and of the schemas in `shared`: the English text and the translation.
   * `#` stands for a number, a quoted value or a pattern.
   */
  readonly problems?: Readonly<Record<string, string>>;
  /** Labels of plugins, such as those of menu entries: the English text and the translation. */
  readonly labels?: Readonly<Record<string, string>>;
}

/** The catalogues by file: one of the application and one of each plugin for each language. */
const files = import.meta.glob<Catalogue>('../locales/**/*.ts');

const fallback = 'en';
const storageKey = 'language';

/** The languages (BCP 47) of the files in `client/locales`. */
export const languages: readonly string[] = Object.keys(files).flatMap(
  (file) => /^\.\.\/locales\/([^/]+)\.ts$/.exec(file)?.[1] ?? [],
);

/** The languages of the browser. Node 20 has no navigator. */
const preferred = typeof navigator === 'undefined' ? [] : navigator.languages;

/** The language of the messages: the one that the user selected, or the first of the browser. */
export const language: string =
  [selectedLanguage() ?? '', ...preferred].map(available).find(Boolean) ?? fallback;

/** The language with its region, for dates and numbers: `de-AT` if the browser asks for it. */
export const locale: string = preferred.find((tag) => available(tag) === language) ?? language;

/** Returns the available language for a tag: `de` for `de-AT`. */
function available(tag: string): string | undefined {
  const baseOf = (name: string) => name.split('-')[0];
  return (
    languages.find((name) => name === tag) ?? languages.find((name) => baseOf(name) === baseOf(tag))
  );
}

function selectedLanguage(): string | null {
  try {
    return localStorage.getItem(storageKey);
  } catch {
    // Storage is blocked: the language of the browser applies.
    return null;
  }
}

/** Returns whether the user selected the language, instead of the browser. */
export function isLanguageSelected(): boolean {
  return available(selectedLanguage() ?? '') !== undefined;
}

/** Saves the language of this browser and loads the page again. */
export function selectLanguage(name: string): void {
  try {
    localStorage.setItem(storageKey, name);
    // With the cookie, the server links to the messages of this language.
    document.cookie = `${storageKey}=${name}; path=/; max-age=31536000; samesite=lax`;
  } catch {
    // Storage is blocked: the language of the browser remains.
  }
  location.reload();
}

let bundle: FluentBundle | undefined;
const problems = new Map<string, string>();
const labels = new Map<string, string>();

/** Loads the messages of the language. Call it once before the first `t`. */
export async function loadMessages(): Promise<void> {
  const loaded = new FluentBundle(locale, { useIsolating: false });
  const catalogues = await Promise.all(wantedFiles().map((file) => files[file]?.()));
  for (const catalogue of catalogues.filter((one) => one !== undefined)) {
    loaded.addResource(new FluentResource(fluentOf(catalogue.messages)));
    for (const [text, translation] of Object.entries(catalogue.problems ?? {})) {
      problems.set(text, translation);
    }
    for (const [text, translation] of Object.entries(catalogue.labels ?? {})) {
      labels.set(text, translation);
    }
  }
  if (typeof document !== 'undefined') document.documentElement.lang = language;
  bundle = loaded;
}

/** Returns the catalogue of each folder: in the language, or in English if it does not exist. */
function wantedFiles(): string[] {
  const folders = new Set(Object.keys(files).map((file) => file.replace(/[^/]+$/, '')));
  return [...folders].map((folder) => {
    const file = `${folder}${language}.ts`;
    return file in files ? file : `${folder}${fallback}.ts`;
  });
}

/** Returns messages as a file of Fluent. */
export function fluentOf(messages: Readonly<Record<string, string>>): string {
  return Object.entries(messages)
    .map(([name, text]) => `${name} = ${text.replaceAll('\n', '\n    ')}\n`)
    .join('');
}

/**
 * Returns a message in the user’s language. Call it in components and functions: at the top of a
 * module, the messages are not loaded yet.
 */
export function t<Name extends keyof Messages>(
  name: Name,
  ...[values]: Values<Messages[Name]>
): string {
  if (!bundle) throw new Error(`The message ${name} is used before the messages are loaded`);
  const pattern = bundle.getMessage(name)?.value;
  if (!pattern) return name;
  const variables = Object.entries<string | number>(values ?? {}).map(([key, value]) => [
    key,
    typeof value === 'number' ? new FluentNumber(value, { useGrouping: 'min2' }) : value,
  ]);
  // With a list for errors, a wrong message is shown with the name of its variable.
  return bundle.formatPattern(pattern, Object.fromEntries(variables), []);
}

/** A part of a problem that is the same in every language. */
const value = /\/.+\/\w*$|"[^"]*"(?:\|"[^"]*")*|-?\d+(?:\.\d+)?/g;

/** The decimal separator of the user’s language. */
export const decimalPoint =
  new Intl.NumberFormat(locale).formatToParts(0.5).find(({ type }) => type === 'decimal')?.value ??
  '.';

/** Returns a value of a problem with the decimal separator of the language. */
function inLanguage(given: string): string {
  return /^-?\d+\.\d+$/.test(given) ? given.replace('.', decimalPoint) : given;
}

/** Returns an English problem of the server or of a schema in the user’s language. */
export function translateProblem(text: string): string {
  const values = text.match(value) ?? [];
  const pattern = problems.get(text.replaceAll(value, '#'));
  return (
    problems.get(text) ?? pattern?.replaceAll('#', () => inLanguage(values.shift() ?? '')) ?? text
  );
}

/** Returns a label of a plugin in the user’s language, if the plugin translates it. */
export function translateLabel(label: string): string {
  return labels.get(label) ?? label;
}
