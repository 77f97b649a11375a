import { array, assert, constantFrom, letrec, oneof, property, tuple } from 'fast-check';
import type { Doc } from 'prettier';
import { printer } from 'prettier/doc';
import { expect, test } from 'vitest';
import {
  braces,
  conditionalGroup,
  group,
  ifBreak,
  indent,
  line,
  lineWidth,
  list,
  print,
} from '../../../src/render/code.ts';

const words = constantFrom('a', 'name', '日本語', "'text with spaces'", 'aLongNameThatTakesPlace'.repeat(3), '');

const { doc } = letrec<{ doc: Doc }>((tie) => {
  const some = array(tie('doc'), { maxLength: 4 });
  const made = tuple(constantFrom('list', 'braces', 'group', 'indent', 'if', 'states', 'parts', 'word'), some, words);
  const doc = made.map(([kind, parts, word]): Doc => {
    if (kind === 'list') return list('(', parts, ')');
    if (kind === 'braces') return braces(parts);
    if (kind === 'group') return group([word, line, ...parts]);
    if (kind === 'indent') return indent([line, ...parts]);
    if (kind === 'if') return ifBreak(word, parts);
    if (kind === 'states') return conditionalGroup([[word, ...parts], group([word, line, ...parts])]);
    return kind === 'parts' ? parts : word;
  });
  return { doc: oneof({ maxDepth: 5 }, words, doc) };
});

test('a row that fits prints as the printer prints it', () => {
  const asPrinted = property(array(doc, { maxLength: 5 }), (parts) => {
    const { formatted } = printer.printDocToString(structuredClone(parts), {
      printWidth: lineWidth,
      tabWidth: 2,
      useTabs: false,
    });
    expect(print(structuredClone(parts))).toBe(`${formatted.trimEnd()}\n`.replace(/[ \t]+(?=\n$)/u, ''));
  });
  assert(asPrinted, { numRuns: 2000 });
});
