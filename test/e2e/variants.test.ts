import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { repository, run } from '../support/cli.ts';
import { done, makeShop, pathWithoutOurs, type Shop } from '../support/shop.ts';

const variants = [
  { name: 'no entities at all', choices: [], format: true },
  {
    name: 'names and shapes that ask for trouble',
    choices: ['--config', join(repository, 'test/fixtures/demanding/genlock.json')],
    format: true,
  },
  {
    // A plugin's templates are formatted by their author, around values nobody knows.
    name: 'a plugin that uses most operations',
    choices: ['--plugins', join(repository, 'examples/plugins/guestbook')],
    format: false,
  },
];

describe.each(variants)('a project with $name', ({ choices, format }) => {
  let project: Shop;
  beforeAll(async () => {
    project = await makeShop(choices);
  });
  afterAll(() => project.remove());

  test.each(['typecheck', 'lint', ...(format ? ['format:check'] : []), 'test', 'build'])(
    'passes %s',
    async (script) => {
      const finished = await run(['npm', 'run', script], {
        cwd: project.root,
        env: { PATH: pathWithoutOurs(), CI: '1' },
      });
      expect(done(finished).code).toBe(0);
    },
  );
});
