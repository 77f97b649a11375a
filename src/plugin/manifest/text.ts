import { isPrintable } from '../../errors/printable.ts';
import { validatedText } from './validated-text.ts';

const longestText = 2000;
const longestLine = 200;

/** `description`, `author`, `license`, `category`, `tier`: open text, shown escaped wherever it is shown. */
export const text = validatedText((given) => {
  if (given.length <= longestText) return undefined;
  return { code: 'PLUGIN_TEXT_INVALID', message: `The text has more than ${longestText} characters.` };
});

/** Text that becomes part of a page or of code: one visible line. */
export const line = validatedText((given) => {
  if (given !== '' && given.length <= longestLine && isPrintable(given)) return undefined;
  const message = `A label is one line of 1 to ${longestLine} visible characters.`;
  return { code: 'PLUGIN_TEXT_INVALID', message };
});
