import { requestContext } from './log';

/** Texts by language (BCP 47). English is required. */
export type Translations<Text> = { readonly en: Text } & Readonly<Partial<Record<string, Text>>>;

/**
 * Returns the text in the language that the current request prefers. English, if the languages are
 * others or no request runs.
 */
export function translate<Text>(texts: Translations<Text>): { language: string; text: Text } {
  const { en, ...others } = texts;
  const available = ['en', ...Object.keys(others)];
  const language = requestContext.getStore()?.languageOf(available) || 'en';
  return { language, text: texts[language] ?? en };
}
