import { isPrintable } from '../../errors/printable.ts';
import { validatedText } from './validated-text.ts';

const longestText = 2000;
const longestLine = 200;

/** Free text: `description`, `author`, `license`, `category`, `tier`. Escaped in all output. */
export const text = validatedText((given) => {
  if (given.length <= longestText) return undefined;
  return { code: 'PLUGIN_TEXT_INVALID', message: `The text has more than ${longestText} characters.` };
});

/** One visible line of text, for pages and generated code. */
export const line = validatedText((given) => {
  if (given !== '' && given.length <= longestLine && isPrintable(given)) return undefined;
  const message = `A label is one line of 1 to ${longestLine} visible characters.`;
  return { code: 'PLUGIN_TEXT_INVALID', message };
});
