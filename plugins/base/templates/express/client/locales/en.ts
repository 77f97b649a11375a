/** The messages of the application in English, in the syntax of Fluent (projectfluent.org). */
export const messages = {
  language: 'Language',
  useTheme: `{ $theme ->
    [dark] Use the dark theme
   *[light] Use the light theme
}`,
} as const;
