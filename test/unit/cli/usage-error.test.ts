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
