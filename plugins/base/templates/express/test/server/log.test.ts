import { expect, it } from 'vitest';
import { Prisma } from '../../server/generated/prisma/client';
import { describeError } from '../../server/lib/log';

it('keeps values out of the log', () => {
  const message = 'Invalid invocation:\n\n{ name: "Jane Doe" }\n\nArgument `email` is missing.';
  const error = new Prisma.PrismaClientValidationError(message, { clientVersion: '' });
  const description = describeError(error);
  expect(description).toMatchObject({ message: 'Argument `email` is missing.' });
  expect(JSON.stringify(description)).not.toContain('Jane Doe');
});
