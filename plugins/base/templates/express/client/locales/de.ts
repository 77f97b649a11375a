import type { messages as en } from './en';

/** The messages of the application in German. */
export const messages = {
  language: 'Sprache',
  useTheme: `{ $theme ->
    [dark] Dunkles Design verwenden
   *[light] Helles Design verwenden
}`,
} satisfies Record<keyof typeof en, string>;
