/** Every command ends with an exit code of the table, and a failure with the exit code of its error code. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { codes, exitCodes, isErrorCode, type ErrorCode } from '../../src/errors/codes.ts';
import { genlock, repository } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary.ts';

const manifest: { commands: Readonly<Record<string, { flags: object }>> } = JSON.parse(
  readFileSync(join(repository, 'oclif.manifest.json'), 'utf8'),
);

/** Arguments for each command, and how it ends in an empty folder without a project; `done` for exit 0. */
const outside: Readonly<Record<string, readonly [args: string, end: ErrorCode | 'done']>> = {
  add: ['auth-jwt', 'PROJECT_NOT_FOUND'],
  apply: ['plan.json', 'PROJECT_UNREADABLE'],
  audit: ['', 'PROJECT_NOT_FOUND'],
  autocomplete: ['bash', 'done'],
  'cache:clear': ['', 'done'],
  'cache:fetch': ['', 'PROJECT_NOT_FOUND'],
  'cache:info': ['', 'done'],
  'cache:verify': ['', 'done'],
  'db:copy': ['--from file:./x.db', 'PROJECT_NOT_FOUND'],
  'db:generate': ['', 'PROJECT_NOT_FOUND'],
  'db:migrate:deploy': ['', 'PROJECT_NOT_FOUND'],
  'db:migrate:dev': ['', 'PROJECT_NOT_FOUND'],
  'db:migrate:reset': ['--yes', 'PROJECT_NOT_FOUND'],
  'db:migrate:status': ['', 'PROJECT_NOT_FOUND'],
  'db:push': ['', 'PROJECT_NOT_FOUND'],
  'db:seed': ['', 'PROJECT_NOT_FOUND'],
  diff: ['', 'PROJECT_NOT_FOUND'],
  doctor: ['', 'done'],
  eject: ['', 'PROJECT_NOT_FOUND'],
  'entity:add': ['Post title:String!', 'PROJECT_NOT_FOUND'],
  'entity:remove': ['Post', 'PROJECT_NOT_FOUND'],
  'entity:rename': ['Post Article', 'PROJECT_NOT_FOUND'],
  init: ['', 'USAGE'],
  list: ['', 'PROJECT_NOT_FOUND'],
  login: ['--scope x', 'USAGE'],
  logout: ['--scope x', 'USAGE'],
  outdated: ['', 'PROJECT_NOT_FOUND'],
  plan: ['', 'PROJECT_NOT_FOUND'],
  'plugin:create': ['', 'USAGE'],
  'plugin:dev': ['', 'PLUGIN_FOLDER_INVALID'],
  'plugin:deprecate': ['chat', 'USAGE'],
  'plugin:info': ['chat --registry ftp://x', 'REGISTRY_INSECURE'],
  'plugin:pack': ['', 'PLUGIN_FOLDER_INVALID'],
  'plugin:publish': ['', 'PLUGIN_FOLDER_INVALID'],
  'plugin:search': ['x --registry ftp://x', 'REGISTRY_INSECURE'],
  'plugin:test': ['.', 'PLUGIN_FOLDER_INVALID'],
  'plugin:validate': ['', 'PLUGIN_FOLDER_INVALID'],
  'policy:check': ['', 'done'],
  'policy:explain': ['auth-jwt', 'done'],
  'policy:init': ['', 'done'],
  'registry:advise': ['chat --severity low --title x', 'REGISTRY_ADVISORY_INVALID'],
  'registry:owner:add': ['ada', 'USAGE'],
  'registry:serve': ['--port none', 'USAGE'],
  'registry:user:add': ['ada', 'USAGE'],
  'registry:user:remove': ['', 'USAGE'],
  remove: ['auth-jwt', 'PROJECT_NOT_FOUND'],
  resolve: ['--continue', 'PROJECT_NOT_FOUND'],
  status: ['', 'PROJECT_NOT_FOUND'],
  sync: ['', 'PROJECT_NOT_FOUND'],
  update: ['', 'PROJECT_NOT_FOUND'],
  upgrade: ['', 'PROJECT_NOT_FOUND'],
  verify: ['', 'PROJECT_NOT_FOUND'],
  whoami: ['--scope x', 'USAGE'],
  why: ['server/app.ts', 'PROJECT_NOT_FOUND'],
};

test('every command is in the list', () => {
  expect(Object.keys(outside).toSorted()).toEqual(Object.keys(manifest.commands).toSorted());
});

describe.each(Object.entries(outside))('%s', (id, [args, end]) => {
  const hasJson = 'json' in (manifest.commands[id]?.flags ?? {});
  const command = (...more: readonly string[]) => {
    const cwd = temporaryFolder();
    const words = [...id.split(':'), ...more, ...(hasJson ? ['--json'] : [])].filter((word) => word !== '');
    return genlock(words, { cwd, env: { HOME: cwd, XDG_CACHE_HOME: join(cwd, 'cache') } });
  };

  test('an unknown flag is a usage error', async () => {
    const { code, stdout, stderr } = await command('--no-such-flag');
    expect(code).toBe(exitCodes.usage);
    expect(hasJson ? JSON.parse(stdout).error.code : stderr.split(' ')[0]).toBe('USAGE');
  });

  test(`outside a project: ${end}`, async () => {
    const { code, stdout, stderr } = await command(...args.split(' '));
    const printed: { error?: { code: string; exit: number } } = hasJson ? JSON.parse(stdout) : {};
    const [printedCode = ''] = stderr.split(' ');
    const name = printed.error?.code ?? (isErrorCode(printedCode) ? printedCode : 'done');
    expect(name).toBe(end);
    expect(code).toBe(isErrorCode(name) ? exitCodes[codes[name].exit] : exitCodes.done);
    expect(hasJson ? (printed.error?.exit ?? exitCodes.done) : code).toBe(code);
  });
});
