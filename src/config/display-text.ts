import type { NameFault } from './names.ts';

/** The maximum lengths of strings that people read. */
export const longestOf = { label: 100, description: 500 } as const;

/** Control characters, line breaks, and characters that change the direction of the text that follows. */
const unprintable = /[\p{Cc}\p{Zl}\p{Zp}\p{Surrogate}\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/u;

/** Returns the fault in a label or a description. Both have one line and no outer spaces. */
export function displayTextFault(text: string, longest: number): NameFault | undefined {
  const code = 'CONFIG_TEXT_INVALID';
  if (unprintable.test(text)) {
    return { code, message: 'The text contains a line break, a control character or a mark of writing direction.' };
  }
  if (text === '' || text.length > longest) return { code, message: `The text must have 1 to ${longest} characters.` };
  return text.trim() === text ? undefined : { code, message: 'The text starts or ends with a space.' };
}
