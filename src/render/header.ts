/** First line of a file that nobody is meant to edit. */
export const header = '// Rendered by Genlock from genlock.json: changes made here are lost.';
