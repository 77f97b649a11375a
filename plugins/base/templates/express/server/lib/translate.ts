import { requestContext } from './log';

/** Texts by language (BCP 47). English is required. */
export type Translations<Text> = { readonly en: Text } & Readonly<Partial<Record<string, Text>>>;

/**
 * Returns the text in the language that the current request prefers. English, if the languages are
 * others or no request runs.
 */
export function translate<Text>(texts: Translations<Text>): { language: string; text: Text } {
  const available = Object.keys(texts);
  const baseOf = (tag: string) => tag.split('-')[0]?.toLowerCase();
  for (const tag of requestContext.getStore()?.languages() ?? []) {
    const language =
      available.find((name) => name === tag) ??
      available.find((name) => baseOf(name) === baseOf(tag));
    const text = language === undefined ? undefined : texts[language];
    if (language !== undefined && text !== undefined) return { language, text };
  }
  return { language: 'en', text: texts.en };
}
