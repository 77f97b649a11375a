import { describe, expect, test } from 'vitest';
import type { GuardModel, Operation } from '../../../sandbox/index.ts';
import { codesOf, entity, files, unvalidatedText } from './trial.ts';

const schema: Operation = {
  kind: 'registerPrismaSchema',
  schema: `model Member {
  id    String  @id @default(cuid())
  email String
  note  String?
  cards Card[]
}
model Card {
  id       String @id
  memberId String
  member   Member @relation(fields: [memberId], references: [id])
}`,
};
const extension: Operation = { kind: 'registerPrismaSchema', schema: 'model Other {\n  points Int @default(0)\n}' };

const guard = (rules: Partial<GuardModel> = {}): Operation => ({
  kind: 'guardModel',
  model: 'Member',
  refuse: ['create'],
  readOnly: [],
  reserved: [],
  ...rules,
});
const codes = (rules: Partial<GuardModel>, ...more: readonly Operation[]) => codesOf([schema, guard(rules), ...more]);

const member = {
  ...entity('Member'),
  fields: [{ name: 'email', type: 'String', required: true, unique: false } as const],
};

/** Control: the same operations without validation reach the generated code. */
const rendered = (rules: Partial<GuardModel>) =>
  unvalidatedText('server/generated/guards.ts', [schema, guard(rules)], { entities: [member] });

describe('the rules of a model', () => {
  test('are accepted for a model that the plugin registers with its key', () => {
    expect(codes({ readOnly: ['email'], reserved: ['note'] })).toEqual([]);
  });

  test('are refused for the model of another plugin, also if this plugin extends the model', () => {
    expect(codes({ model: 'User' })).toEqual(['JUDGE_GUARD_MODEL']);
    expect(codes({ model: 'Other' }, extension)).toEqual(['JUDGE_GUARD_MODEL']);
    expect(rendered({ model: 'Member' })).toContain("'Member'");
  });

  test('are refused twice', () => {
    expect(codes({}, guard())).toEqual(['JUDGE_GUARD_MODEL']);
  });

  test.each(['id', 'cards', 'unknown', 'createdAt'])('do not name %s', (name) => {
    expect(codes({ readOnly: [name] })).toEqual(['JUDGE_GUARD_FIELD']);
    expect(codes({ reserved: [name] })).toEqual(['JUDGE_GUARD_FIELD']);
    expect(rendered({ readOnly: [name] })).toContain(name);
  });

  test('keep each record creatable', () => {
    expect(codes({ refuse: [], readOnly: ['email'] })).toEqual(['JUDGE_GUARD_FIELD']);
    expect(codes({ refuse: [], readOnly: ['note'] })).toEqual([]);
    expect(codes({ refuse: ['read'], readOnly: ['email'] })).toEqual([]);
    expect(codes({ readOnly: ['note'], reserved: ['note'] })).toEqual(['JUDGE_GUARD_FIELD']);
  });

  test.each(['server/lib/db', 'client/member', '../server/member', 'server/data'])('have no hooks in %s', (module) => {
    const own = files('client/member.ts', 'server/data.json');
    expect(codes({ module }, own)).toEqual(['JUDGE_GUARD_MODULE']);
    expect(rendered({ module })).toContain('hooks: async () =>');
  });

  test('have hooks in a server module of the plugin', () => {
    const own = files('server/lib/member.ts', "server/lib/a';evil();'.ts");
    expect(codes({ module: 'server/lib/member' }, own)).toEqual([]);
    expect(codes({ module: 'server/lib/member.ts' }, own)).toEqual([]);
    expect(codes({ module: "server/lib/a';evil();'" }, own)).toEqual(['JUDGE_MODULE_NAME']);
    expect(rendered({ module: 'server/lib/member.ts' })).toContain("await import('../lib/member')");
  });

  test.each(['/members', '/admin', '/admin/settings', '/admin/members/all', '/admin/Members'])(
    'do not name the page %s',
    (page) => {
      expect(codes({ page }, files('client/pages/admin/members.tsx'))).toEqual(['JUDGE_GUARD_PAGE']);
    },
  );

  test.each(['client/pages/admin/staff/members.tsx', 'client/pages/admin/staff/members/index.tsx'])(
    'name the page %s',
    (path) => {
      expect(codes({ page: '/admin/staff/members' }, files(path))).toEqual([]);
    },
  );
});
