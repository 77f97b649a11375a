import { array, assert, constantFrom, letrec, oneof, property, tuple } from 'fast-check';
import type { Doc } from 'prettier';
import { builders, printer } from 'prettier/doc';
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
  rows,
} from '../../../src/render/code.ts';

const words = constantFrom('a', 'name', '日本語', "'text with spaces'", 'aLongNameThatTakesPlace'.repeat(3), '');

const { doc } = letrec<{ doc: Doc }>((tie) => {
  const some = array(tie('doc'), { maxLength: 4 });
  const made = tuple(
    constantFrom('list', 'braces', 'group', 'indent', 'align', 'rows', 'if', 'states', 'parts', 'word'),
    some,
    words,
  );
  const doc = made.map(([kind, parts, word]): Doc => {
    if (kind === 'list') return list('(', parts, ')');
    if (kind === 'braces') return braces(parts);
    if (kind === 'group') return group([word, line, ...parts]);
    if (kind === 'indent') return indent([line, ...parts]);
    if (kind === 'align') return builders.align(3, [word, ...parts]);
    if (kind === 'rows') return rows('[', parts, ']');
    if (kind === 'if') return ifBreak(word, parts);
    if (kind === 'states') return conditionalGroup([[word, ...parts], group([word, line, ...parts])]);
    return kind === 'parts' ? parts : word;
  });
  return { doc: oneof({ maxDepth: 5 }, words, doc) };
});

test('prints rows like the printer', () => {
  const asPrinted = property(array(doc, { maxLength: 5 }), (parts) => {
    const text = print(parts);
    const { formatted } = printer.printDocToString(structuredClone(parts), {
      printWidth: lineWidth,
      tabWidth: 2,
      useTabs: false,
    });
    expect(text).toBe(`${formatted.trimEnd()}\n`.replace(/[ \t]+(?=\n$)/u, ''));
  });
  assert(asPrinted, { numRuns: 5000 });
});
