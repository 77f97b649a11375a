import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { serveRegistry } from '../../../src/flows/registry-serve.ts';
import { codesOf } from '../../support/life.ts';
import { temporaryFolder } from '../../support/temporary.ts';
import { gatedRegistry, publication, send } from '../../support/verdaccio.ts';

const serve = (storage: string) => serveRegistry({ cwd: storage, storage, port: 0 });
const lockOf = (storage: string) => join(storage, 'registry.lock');
const claim = (pid: number, host = hostname()) => JSON.stringify({ pid, host, command: 'genlock registry serve' });

test('one process serves from a folder, and the next one may when it has ended', async () => {
  const storage = temporaryFolder();
  const first = await serve(storage);
  expect(await codesOf(serve(storage))).toEqual(['REGISTRY_SERVER_RUNNING']);
  expect(readFileSync(lockOf(storage), 'utf8')).toContain(`"pid":${process.pid}`);
  await first.stop();
  expect(existsSync(lockOf(storage))).toBe(false);
  await (await serve(storage)).stop();
});

test('the folder of a process that was killed is taken over; that of a living one, or of another machine, is not', async () => {
  const storage = temporaryFolder();
  const child = spawn(process.execPath, ['-e', '0']);
  await once(child, 'exit');
  writeFileSync(lockOf(storage), claim(process.ppid));
  expect(await codesOf(serve(storage))).toEqual(['REGISTRY_SERVER_RUNNING']);
  writeFileSync(lockOf(storage), claim(child.pid ?? 0, 'another-machine'));
  expect(await codesOf(serve(storage))).toEqual(['REGISTRY_SERVER_RUNNING']);
  writeFileSync(lockOf(storage), claim(child.pid ?? 0));
  await (await serve(storage)).stop();
});

test('what isn’t a lock is left alone, and one that doesn’t start keeps none', async () => {
  const storage = temporaryFolder();
  mkdirSync(lockOf(storage));
  expect(await codesOf(serve(storage))).toEqual(['REGISTRY_SERVER_FAILED']);
  const damaged = temporaryFolder();
  writeFileSync(join(damaged, 'gate.json'), '{');
  expect(await codesOf(serve(damaged))).toEqual(['REGISTRY_SERVER_FAILED']);
  expect(existsSync(lockOf(damaged))).toBe(false);
});

test('control: two processes without it forget what the other one took', async () => {
  const storage = temporaryFolder();
  await using one = await gatedRegistry({ storage, users: [] });
  await using other = await gatedRegistry({ storage, users: [], configuration: { selfRegistration: true } });
  const user = await send(other.url, {
    method: 'PUT',
    path: '-/user/org.couchdb.user:ada',
    body: { name: 'ada', password: 'correct horse battery' },
  });
  const { token } = JSON.parse(user.text) as { token: string };
  const publish = (at: { readonly url: string }, name: string) =>
    send(at.url, { method: 'PUT', path: name, body: publication(name), token });
  expect((await publish(one, 'first')).status).toBe(201);
  expect((await publish(other, 'second')).status).toBe(201);
  const { packages } = JSON.parse(readFileSync(join(storage, 'gate.json'), 'utf8'));
  expect(Object.keys(packages)).toEqual(['second']);
});
