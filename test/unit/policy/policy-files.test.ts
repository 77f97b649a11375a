import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { GenlockError } from '../../../src/errors/error.ts';
import { findPolicies, policyPlaces, readNamed, type PolicyLocations } from '../../../src/project/policy-files.ts';
import { temporaryFolder } from '../../support/temporary.ts';

const surroundings = { env: {}, platform: 'linux', cwd: '/srv' } as const;

describe('the places', () => {
  test('of Linux', () => {
    expect(policyPlaces({ ...surroundings, root: '/srv/shop', env: { HOME: '/home/ada' } })).toEqual({
      system: '/etc/genlock',
      owner: 0,
      user: '/home/ada/.config/genlock/policy.json',
      project: '/srv/shop/genlock.policy.json',
    });
  });

  test('of macOS', () => {
    expect(policyPlaces({ ...surroundings, platform: 'darwin' })).toEqual({
      system: '/Library/Application Support/genlock',
      owner: 0,
    });
  });

  test('of Windows', () => {
    const env = { USERPROFILE: 'C:\\Users\\ada', ProgramData: 'D:\\Data' };
    expect(policyPlaces({ ...surroundings, platform: 'win32', env })).toEqual({
      system: 'D:\\Data\\genlock',
      user: 'C:\\Users\\ada\\.config\\genlock\\policy.json',
    });
  });

  test.each([
    ['an absolute XDG_CONFIG_HOME', { HOME: '/h', XDG_CONFIG_HOME: '/x' }, '/x/genlock/policy.json'],
    ['a relative one, which does not count', { HOME: '/h', XDG_CONFIG_HOME: 'x' }, '/h/.config/genlock/policy.json'],
    ['no home', { HOME: '' }, undefined],
  ])('with %s', (...[, env, user]) => {
    expect(policyPlaces({ ...surroundings, env }).user).toBe(user);
  });

  test('resolves the policy from the environment against the current folder', () => {
    expect(policyPlaces({ ...surroundings, env: { GENLOCK_POLICY: 'a.json' } }).added).toBe('/srv/a.json');
    expect(policyPlaces({ ...surroundings, env: { GENLOCK_POLICY: '' } }).added).toBeUndefined();
  });
});

/** Creates a system folder that the current user owns, with files that no other user can write. */
function systemOf(...files: readonly string[]): PolicyLocations & { readonly system: string } {
  const system = join(temporaryFolder(), 'genlock');
  mkdirSync(join(system, 'policy.d'), { recursive: true, mode: 0o755 });
  for (const file of files) writeFileSync(join(system, file), file, { mode: 0o644 });
  return { system, ...owned(0) };
}

/** Returns the id of the current user plus an offset. Windows has no user id. */
function owned(more: number): { readonly owner?: number } {
  const user = process.getuid?.();
  return user === undefined ? {} : { owner: user + more };
}

const textsOf = (places: PolicyLocations) => findPolicies(places).map(({ text }) => text);

function codeOf(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    if (error instanceof GenlockError) return error.code;
    throw error;
  }
}

test('finds no policies in missing folders', () => {
  const nowhere = join(temporaryFolder(), 'a/b');
  expect(findPolicies({ system: nowhere, owner: 0, user: nowhere, project: nowhere })).toEqual([]);
});

test('reads all existing policies: system, user, project, added', () => {
  const folder = temporaryFolder();
  const [user, project, added] = ['user', 'project', 'added'].map((name) => join(folder, name));
  for (const file of [user, project, added]) writeFileSync(file ?? '', file?.slice(folder.length + 1) ?? '');
  const system = systemOf(
    'policy.json',
    'policy.d/20-b.json',
    'policy.d/10-a.json',
    'policy.d/x.txt',
    'policy.d/.y.json',
  );
  expect(textsOf({ ...system, user: user ?? '', project: project ?? '', added: added ?? '' })).toEqual([
    'policy.json',
    'policy.d/10-a.json',
    'policy.d/20-b.json',
    'user',
    'project',
    'added',
  ]);
});

describe.skipIf(process.platform === 'win32')('a system policy that other users can write is refused', () => {
  test.each([
    ['a file its group can write', 'policy.json', 0o664],
    ['a file everybody can write', 'policy.json', 0o646],
    ['a file in policy.d', 'policy.d/a.json', 0o666],
    ['policy.d', 'policy.d', 0o775],
    ['the folder of all', '.', 0o777],
  ])('%s', (...[, path, mode]) => {
    const places = systemOf('policy.json', 'policy.d/a.json');
    expect(textsOf(places)).toHaveLength(2);
    chmodSync(join(places.system, path), mode);
    expect(codeOf(() => textsOf(places))).toBe('POLICY_UNSAFE');
  });

  test('a file of another user', () => {
    expect(codeOf(() => textsOf({ ...systemOf('policy.json'), ...owned(1) }))).toBe('POLICY_UNSAFE');
  });

  test('a link to a file that other users can write', () => {
    const places = systemOf();
    const target = join(temporaryFolder(), 'target');
    writeFileSync(target, '{}');
    chmodSync(target, 0o666);
    symlinkSync(target, join(places.system, 'policy.json'));
    expect(codeOf(() => textsOf(places))).toBe('POLICY_UNSAFE');
  });

  test('accepts any user policy', () => {
    const user = join(temporaryFolder(), 'policy.json');
    writeFileSync(user, 'mine');
    chmodSync(user, 0o666);
    expect(textsOf({ ...systemOf(), user })).toEqual(['mine']);
  });
});

describe('an unreadable policy is not ignored', () => {
  test('a named file that is missing', () => {
    const added = join(temporaryFolder(), 'none.json');
    expect(codeOf(() => textsOf({ ...systemOf(), added }))).toBe('POLICY_UNREADABLE');
  });

  test('a folder at its path', () => {
    expect(codeOf(() => textsOf({ ...systemOf(), project: temporaryFolder() }))).toBe('POLICY_UNREADABLE');
  });

  test('a dangling link', () => {
    const project = join(temporaryFolder(), 'genlock.policy.json');
    symlinkSync('nowhere', project);
    expect(codeOf(() => textsOf({ ...systemOf(), project }))).toBe('POLICY_UNREADABLE');
  });

  test('a file that is too large', () => {
    const user = join(temporaryFolder(), 'policy.json');
    writeFileSync(user, ' '.repeat(5 * 1024 * 1024));
    expect(codeOf(() => textsOf({ ...systemOf(), user }))).toBe('POLICY_UNREADABLE');
  });
});

const named = (places: PolicyLocations, path: string, level: 'system' | 'user' = 'system') =>
  codeOf(() => readNamed(path, { file: join(places.system, 'policy.json'), level, owner: places.owner }).text);

describe('a file that a policy names', () => {
  test('is resolved against the policy folder or is absolute', () => {
    const places = systemOf('policy.json', 'roots.json', 'policy.d/list.json');
    expect(named(places, 'roots.json')).toBe('roots.json');
    expect(named(places, './policy.d/list.json')).toBe('policy.d/list.json');
    expect(named(places, join(places.system, 'roots.json'))).toBe('roots.json');
    expect(named(places, 'none.json')).toBe('POLICY_UNREADABLE');
    expect(named(places, 'none/list.json')).toBe('POLICY_UNREADABLE');
  });

  test.skipIf(process.platform === 'win32')('must be as safe as the policy', () => {
    const places = systemOf('policy.json', 'roots.json', 'policy.d/list.json');
    chmodSync(join(places.system, 'roots.json'), 0o666);
    chmodSync(join(places.system, 'policy.d'), 0o777);
    expect([named(places, 'roots.json'), named(places, 'policy.d/list.json')]).toEqual([
      'POLICY_UNSAFE',
      'POLICY_UNSAFE',
    ]);
    expect(named(places, 'roots.json', 'user')).toBe('roots.json');
    const link = join(places.system, 'link.json');
    symlinkSync(join(places.system, 'roots.json'), link);
    expect(named(places, 'link.json')).toBe('POLICY_UNSAFE');
  });
});
