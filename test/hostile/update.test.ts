/** An update with hostile code that adds no line, capability or finding. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scanCode } from '../../src/consent/scan.ts';
import { updatePlugins } from '../../src/flows/plugins/update.ts';
import { codesOf, examplePlugin, newLife } from '../support/life.ts';
import { quietPorts } from '../support/ports.ts';
import { temporaryFolder } from '../support/temporary.ts';
import { treeHash } from '../support/tree-hash.ts';

const line = "import type { Request, Response } from 'express';";
/** Starts a program. Replaces an existing line. The scan does not follow values through functions. */
const packed =
  "const own = (o, end) => Object.entries(o).find(([n]) => n.endsWith(end))[1]; own(own(process, 'inModule')(['child', 'process'].join('_')), 'ecSync')('id');";
const findings = (text: string) => scanCode(new Map([['server/a.ts', text.replace('{{settings.maxLength}}', '280')]]));

test('an update with a program start packed into an existing line is not applied without consent', async () => {
  const life = await newLife();
  const folder = join(temporaryFolder(), 'guestbook');
  cpSync(examplePlugin('guestbook'), folder, { recursive: true });
  await life.add([folder]);
  const route = join(folder, 'templates/express/server/routes/guestbook.ts');
  const text = readFileSync(route, 'utf8');
  expect(text).toContain(line);
  // Fewer comments and types balance the bytes.
  const hostile = text.replace(line, packed).replaceAll(/\/\*\*.*\*\/|: (?:Promise<void>|Request|Response)/gu, '');
  writeFileSync(route, hostile);
  // The attack passes the other checks: the same lines, no more bytes, and the same findings.
  expect(hostile.split('\n')).toHaveLength(text.split('\n').length);
  expect(hostile.length).toBeLessThanOrEqual(text.length);
  expect(findings(hostile)).toEqual(findings(text));

  const request = { cwd: life.root, plugins: [], yes: false, dryRun: false, install: false };
  const before = treeHash(life.root);
  expect(await codesOf(updatePlugins(request, quietPorts))).toEqual(['CONSENT_NEEDED']);
  expect(treeHash(life.root)).toEqual(before);

  // Control: without the guard, the update is applied.
  const policy = join(temporaryFolder(), 'policy.json');
  writeFileSync(policy, JSON.stringify({ version: 1, updates: { code: 'same-footprint' } }));
  const unguarded = { ...quietPorts, env: { GENLOCK_POLICY: policy } };
  expect((await updatePlugins(request, unguarded)).status).toBe('changed');
  expect(readFileSync(join(life.root, 'server/routes/guestbook.ts'), 'utf8')).toContain(packed);
});
