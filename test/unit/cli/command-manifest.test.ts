import { expect, test } from 'vitest';
import { builtCommands, sourceCommands } from '../../support/command-manifest.ts';

/** Returns a command as JSON, without the path of its module. */
const asData = (command: object | undefined): string =>
  JSON.stringify({ ...command, relativePath: undefined }, (_, value: unknown) => value ?? undefined);

test('oclif.manifest.json has the commands, arguments and flags of src/commands', async () => {
  const [built, source] = [builtCommands(), await sourceCommands()];
  const ids = [...new Set([...Object.keys(built), ...Object.keys(source)])];
  const stale = ids.filter((id) => asData(built[id]) !== asData(source[id]));
  const remedy = 'oclif.manifest.json is stale: run `npm run build`, and commit the file';
  expect(stale.map((id) => `${id} changed after the last build. ${remedy}`)).toEqual([]);
});
