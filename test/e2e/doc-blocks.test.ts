/** The shell commands and the TypeScript of the documentation, in generated projects. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { genlock, repository, run } from '../support/cli.ts';
import { commandsOf, notRun, reasonNotToRun } from '../support/doc-shell.ts';
import { docBlocks, fileOf, placeOf } from '../support/doc-blocks.ts';
import { done, installPackages, pathWithoutOurs } from '../support/shop.ts';

let folder: string;
beforeAll(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-docs-')));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the TypeScript of a project', () => {
  const blocks = docBlocks.filter((block) => /^tsx?$/u.test(block.language) && block.info === '');

  /** Declarations of the values that a part of a file uses, by the start of the code. */
  const preludes: Readonly<Record<string, string>> = {
    'client/lib/orders.ts': `declare const [customerId, id, otherId]: [string, string, string];
      declare const input: Parameters<typeof api.orders.create>[0];`,
    'client/lib/cancel-order.ts': 'declare const id: string;',
    'prisma/mark-paid.ts': 'declare const id: string;',
    'server/routes/invitations.ts': 'declare const [address, name, token]: [string, string, string];',
  };
  /** Files that the examples need and the pages do not show. */
  const messages = `export const messages = { shippingNew: 'New { $singular }', shippingKnown: '{ $singular }' } as const;
    type Own = typeof messages;
    declare module '@/lib/i18n' { interface Messages extends Own {} }`;

  let root: string;
  beforeAll(async () => {
    root = join(folder, 'shop');
    const folders = ['examples/plugins/audit-log', 'examples/plugins/contact-form', 'test/fixtures/plugins/reports'];
    const plugins = folders.flatMap((name) => ['--plugins', join(repository, name)]);
    const config = join(repository, 'examples/shop/genlock.json');
    done(await genlock(['init', 'shop', '--config', config, ...plugins, '--yes'], { cwd: folder }));
    await installPackages(root);
    done(await genlock(['db', 'generate'], { cwd: root }));
    for (const block of blocks) {
      const file = fileOf(block);
      if (file !== undefined) write(file, `${block.code}\n${preludes[file] ?? ''}\nexport {};\n`);
    }
    write('client/locales/shipping/en.ts', messages);
  });

  function write(file: string, code: string): void {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), code);
  }

  const typecheck = async (): Promise<string> => {
    const options = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false', '--pretty', 'false'];
    const { stdout } = await run(['npx', 'tsc', ...options, '--singleThreaded'], {
      cwd: root,
      env: { PATH: pathWithoutOurs() },
    });
    return stdout;
  };

  test('names its file, unless it imports the package', () => {
    const without = blocks.filter((block) => fileOf(block) === undefined && !block.code.includes("from 'genlock"));
    expect(without.map(placeOf)).toEqual([]);
    const files = blocks.map(fileOf);
    expect(Object.keys(preludes).filter((file) => !files.includes(file))).toEqual([]);
  });

  test('compiles', async () => {
    expect(await typecheck()).toBe('');
    write('server/wrong.ts', "import { sendMails } from './generated/mail';\nsendMails();\n");
    expect(await typecheck()).toContain("no exported member named 'sendMails'");
  });
});

describe('the shell commands', () => {
  const commands = new Map(
    [...Map.groupBy(docBlocks, ({ page }) => page)]
      .filter(([page]) => page !== 'docs/COMMAND-REFERENCE.md')
      .map(([page, blocks]) => {
        const shell = blocks.filter(({ language }) => language === 'sh');
        return [page, shell.flatMap(({ code }) => commandsOf(code))] as const;
      })
      .filter(([, given]) => given.some((command) => reasonNotToRun(command) === undefined)),
  );

  /** The entities that the examples refer to. */
  const entities = ['Customer', 'Tag'].map((name) => ({
    name,
    fields: [{ name: 'name', type: 'String', required: true }],
  }));
  let bin: string;
  beforeAll(() => {
    bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'genlock'), `#!/bin/sh\nexec '${process.execPath}' '${repository}/bin/run.js' "$@"\n`, {
      mode: 0o755,
    });
  });

  /** Runs a command. Returns the command with its output if it fails. */
  async function execute(command: string, cwd: string): Promise<readonly string[]> {
    if (command === 'npm install') {
      await installPackages(cwd);
      return [];
    }
    const env = { PATH: [bin, pathWithoutOurs()].join(delimiter), npm_config_prefer_offline: 'true' };
    const { code, stdout, stderr } = await run(['bash', '-euc', command], { cwd, env, input: 'A long password 1\n' });
    return code === 0 ? [] : [`${command} (exit ${code})\n${stdout}${stderr}`];
  }

  /** Creates the folder in which the commands of a page begin. */
  async function start(page: string): Promise<string> {
    const cwd = mkdtempSync(join(folder, 'page-'));
    // The tour uses a plugin in a clone of Genlock.
    symlinkSync(repository, join(cwd, 'genlock'));
    if (page === 'README.md') {
      const [shop] = docBlocks.filter((block) => block.page === page && block.language === 'json');
      writeFileSync(join(cwd, 'shop.json'), shop?.code ?? '');
    }
    if (page === 'docs/PUBLISHING.md') done(await genlock(['plugin', 'create', 'guestbook'], { cwd }));
    if (/README|TOUR|PLUGINS|PUBLISHING/u.test(page)) return cwd;
    writeFileSync(join(cwd, 'base.json'), JSON.stringify({ database: 'file', entities }));
    done(await genlock(['init', 'app', '--config', 'base.json', '--yes'], { cwd }));
    return join(cwd, 'app');
  }

  test.each([...commands])('of %s', async (page, given) => {
    let cwd = await start(page);
    const failed: string[] = [];
    for (const command of given.filter((one) => reasonNotToRun(one) === undefined)) {
      const [, moved] = /^cd (.+)$/u.exec(command) ?? [];
      if (moved !== undefined) cwd = join(cwd, moved);
      else failed.push(...(await execute(command, cwd)));
    }
    expect(failed).toEqual([]);
  });

  test('have no exception without a command', () => {
    const all = docBlocks.filter(({ language }) => language === 'sh').flatMap(({ code }) => commandsOf(code));
    const unused = notRun.filter((exception) => !all.some((command) => exception.command.test(command)));
    expect(unused).toEqual([]);
    expect([...commands.keys()].length).toBeGreaterThan(7);
  });
});
