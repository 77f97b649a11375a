import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { defaultLimits, limitNames } from '../../../sandbox/index.ts';
import { isFatalLimit, limitCodes } from '../../../sandbox/protocol/limit-codes.ts';
import { repository } from '../../support/cli.ts';

const page = readFileSync(join(repository, 'docs/POLICY.md'), 'utf8');

test('the documented limits match the code in order, default and error code', () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \| [^|]+ \| (\d+) \| ([^|]+) \|$/gmu)];
  expect(rows.map(([, name, value, end]) => [name, Number(value), end])).toEqual(
    limitNames.map((name) => [
      name,
      defaultLimits[name],
      isFatalLimit(name) ? `\`${limitCodes[name]}\`` : 'no fault: the rest is dropped',
    ]),
  );
});
