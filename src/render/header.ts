/** First line of generated files that must not be edited. */
export const header = '// Rendered by Genlock from genlock.json: changes made here are lost.';
