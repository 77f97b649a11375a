/** Every printed command is pasted into a real shell, for each way to start Genlock. */
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { commandsBelow, commandsIn, plainText } from '../../scripts/ten-minutes/printed.mjs';
import { Session, userEnvironment, type Pasted } from '../../scripts/ten-minutes/session.mjs';
import { repository, run } from '../support/cli.ts';
import { installPackages } from '../support/shop.ts';
import { treeHash } from '../support/tree-hash.ts';

interface Way {
  /** The first command of the user. */
  readonly command: string;
  /** How Genlock prints its commands. */
  readonly printed: RegExp;
  readonly cwd: string;
  /** A folder that the user has on the PATH. */
  readonly path?: string;
}

let work: string;
let tarball: string;
const config = join(repository, 'examples/shop/genlock.json');
const environment = (folder?: string) => {
  const env = userEnvironment();
  const path = [...(folder === undefined ? [] : [folder]), dirname(process.execPath), env['PATH'] ?? ''];
  return { ...env, NO_COLOR: '1', PATH: path.join(delimiter) };
};

beforeAll(async () => {
  work = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-printed-')));
  await npm(['pack', '--ignore-scripts', '--silent', '--pack-destination', work], repository);
  const { version }: { version: string } = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8'));
  tarball = join(work, `genlock-${version}.tgz`);
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

async function npm(args: readonly string[], cwd: string): Promise<void> {
  const { code, stderr } = await run(['npm', ...args], { cwd, env: environment() });
  if (code !== 0) throw new Error(stderr);
}

const install = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
const ways: Readonly<Record<string, () => Promise<Way>>> = {
  'its path': async () => ({
    command: `node ${join(repository, 'bin/run.js')}`,
    printed: /^node \S+\/bin\/run\.js /u,
    cwd: folderFor("it's a path $1"),
  }),
  'npx with an archive': async () => ({
    command: `npx --yes -p '${tarball}' genlock`,
    printed: /^npx --yes -p \S+\.tgz\b/u,
    cwd: folderFor('npx'),
  }),
  'genlock on the PATH': async () => {
    await npm(['install', '--global', '--prefix', join(work, 'global'), tarball, ...install], work);
    return { command: 'genlock', printed: /^genlock /u, cwd: folderFor('global way'), path: join(work, 'global/bin') };
  },
  'an installation in the folder': async () => {
    const cwd = folderFor('local');
    writeFileSync(join(cwd, 'package.json'), '{ "private": true }\n');
    await npm(['install', tarball, ...install], cwd);
    return { command: 'npx genlock', printed: /^npx genlock /u, cwd };
  },
};

function unknownWay(): never {
  throw new Error('there is no such way');
}

function folderFor(name: string): string {
  const folder = join(work, name);
  mkdirSync(folder);
  return folder;
}

const onOneLine = (command: string): string => command.replaceAll(/\s*\\\n\s*/gu, ' ');

async function done(pasted: Promise<Pasted>): Promise<string> {
  const { command, code, screen } = await pasted;
  expect({ command, code, screen: code === 0 ? '' : plainText(screen) }).toEqual({ command, code: 0, screen: '' });
  return screen;
}

/** Each command of this way installs Genlock again, so this way runs fewer commands than the others. */
const installing = 'npx with an archive';
/** `npm install` and `npm run dev` do not depend on the way. */
const running = 'its path';

describe.each(Object.keys(ways))('started by %s', (name) => {
  let way: Way;
  let shell: Session;
  let created: string;

  beforeAll(async () => {
    way = await (ways[name] ?? unknownWay)();
    shell = new Session({ cwd: way.cwd, columns: 80, env: environment(way.path), terminal: false });
    created = await done(shell.paste(`${way.command} init shop --config ${config} --yes`));
  });

  test('the replay creates the same files', async () => {
    const [replay = '', ...others] = commandsBelow('Repeat this setup', created);
    expect(others).toEqual([]);
    expect(onOneLine(replay)).toMatch(way.printed);
    const root = join(way.cwd, 'shop');
    const first = treeHash(root);
    await done(shell.paste(`mv shop shop-before && ${replay}`));
    expect(treeHash(root)).toEqual(first);
  });

  test('names the steps after init', () => {
    const steps = commandsBelow('Next', created).map(onOneLine);
    expect(steps).toEqual([
      'cd shop',
      'npm install',
      expect.stringMatching(/(?:genlock|run\.js) db migrate dev --name init$/u),
      'npm run dev',
    ]);
    expect(steps[2]).toMatch(way.printed);
  });

  test('the command in an error works', async () => {
    // Where no project is. An installation in a folder can only be started there.
    const cwd = name === 'an installation in the folder' ? way.cwd : folderFor(`empty ${name}`);
    const outside = new Session({ cwd, columns: 60, env: environment(way.path), terminal: false });
    const { code, screen } = await outside.paste(`${way.command} diff`);
    expect(code).not.toBe(0);
    const hints = commandsIn(screen).filter((command) => way.printed.test(onOneLine(command)));
    expect(hints).toHaveLength(1);
    await done(outside.paste(String(hints[0])));
  });

  if (name === installing) return;

  test('the steps after init work', async () => {
    await installPackages(join(way.cwd, 'shop'));
    const steps = commandsBelow('Next', created).filter((step) => name === running || !step.startsWith('npm '));
    expect(steps).toHaveLength(name === running ? 4 : 2);
    for (const step of steps) await done(step === 'npm run dev' ? shell.serve(step) : shell.paste(step));
  });

  test('the steps after add work', async () => {
    const added = await done(shell.paste(`${way.command} add auth-jwt --yes`));
    const steps = commandsBelow('Next', added).filter((step) => !step.startsWith('Read '));
    expect(steps.some((step) => way.printed.test(onOneLine(step)))).toBe(true);
    for (const step of steps) await done(shell.paste(step));
  });

  test('the command in a status works', async () => {
    const file = join(shell.cwd, 'genlock.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('"entities": [', '"entities": [{ "name": "Visit" },'));
    const status = await done(shell.paste(`${way.command} status`));
    const sync = commandsIn(status).filter(
      (command) => way.printed.test(onOneLine(command)) && command.endsWith(' sync'),
    );
    expect(sync).toHaveLength(1);
    await done(shell.paste(String(sync[0])));
  });
});
