/** How Genlock reports usage errors from oclif. */
import { Parser } from '@oclif/core';
import { string } from '@oclif/core/args';
import { expect, test } from 'vitest';
import { GenlockError } from '../../../src/errors/error.ts';
import { asGenlockError } from '../../../src/cli/usage-error.ts';

const plugin = string({ required: true, description: 'A folder\nor a name.' });
const message = string({ required: true, description: 'What to say.' });

async function told(args: NonNullable<Parameters<typeof Parser.parse>[1]['args']>): Promise<string> {
  const error = asGenlockError(await Parser.parse([], { args }).catch((thrown: unknown) => thrown));
  if (!(error instanceof GenlockError)) throw new Error('it is no error of the command line', { cause: error });
  expect(error.code).toBe('USAGE');
  return error.problems[0].message;
}

test('names missing arguments in a sentence instead of a table', async () => {
  expect(await told({ plugin })).toBe('<plugin> is missing. A folder or a name.');
  expect(await told({ plugin, message })).toBe('<plugin> and <message> are missing.');
});

test('a failed write to standard output is not a bug', () => {
  const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
  expect(asGenlockError(full)).toMatchObject({
    code: 'OUTPUT_FAILED',
    message: `cannot write the output: ${full.message}`,
  });
  const file = Object.assign(full, { path: '/a' });
  expect(asGenlockError(file)).toBe(file);
});

test('help is one of the commands that a misspelt word may mean', () => {
  const error = Object.assign(new Error('command hlep not found'), { oclif: { exit: 2 } });
  expect(asGenlockError(error, ['hlep'])).toMatchObject({ problems: [{ hint: 'Did you mean `genlock help`?' }] });
});

test('a command without arguments refuses an argument and does not suggest itself', () => {
  const error = Object.assign(new Error('command cache:fetch:chat not found'), { oclif: { exit: 2 } });
  expect(asGenlockError(error, ['cache', 'fetch', 'chat'])).toMatchObject({
    problems: [{ message: '"cache fetch" accepts no arguments.', hint: expect.stringContaining('fetch --help') }],
  });
});
