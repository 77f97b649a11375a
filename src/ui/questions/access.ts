import { accessText, readAccess, type DefaultAccess } from '../../config/access-text.ts';
import type { OpenEntity } from '../../config/config.ts';
import { openSentences } from '../../config/open-entities.ts';
import { askChoice } from '../prompts.ts';

/** Choices for the default access of a project with sign-in. The first choice is the default. */
const accessChoices: readonly { readonly access: DefaultAccess; readonly label: string }[] = [
  { access: { read: 'public', write: 'authenticated' }, label: 'Everyone reads, signed-in users write' },
  { access: 'authenticated', label: 'Only signed-in users read and write' },
  { access: { read: 'public', write: 'admin' }, label: 'Everyone reads, administrators write' },
  { access: 'public', label: 'Everyone reads and writes' },
];

/** The choices as options of a question. */
export const accessOptions = accessChoices.map(({ access, label }) => ({ value: accessText(access), label }));

/**
 * Asks for the default access of a project that receives sign-in.
 *
 * @param open the entities that every caller can change without an answer
 */
export async function askAccess(open: readonly OpenEntity[]): Promise<DefaultAccess> {
  const message = `${openSentences(open).join(' ')} Who may read and write them?`;
  return readAccess(await askChoice({ message, options: accessOptions }));
}
