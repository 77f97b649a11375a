import * as fc from 'fast-check';
import { displayTextFault } from '../../../src/config/display-text.ts';

/** Generates labels and descriptions, with all characters that end a string, a comment or an expression in some file. */
export const displayText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    'Unit price',
    'Größe in €',
    `"both" and 'single'`,
    `it's`,
    'a "word"',
    '{x}',
    '${x}',
    '`x`',
    'a */ b',
    '// x',
    'back\\slash\\',
    '</script>',
    '<b> & &amp; &quot;',
    '漢字 😀',
    'x'.repeat(90),
  ),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 40 })
    .filter((text) => displayTextFault(text, 100) === undefined),
);
