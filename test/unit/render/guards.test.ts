import { describe, expect, test } from 'vitest';
import type { GuardModel, Operation } from '../../../sandbox/index.ts';
import type { Entity } from '../../../src/config/config.ts';
import type { ErrorCode } from '../../../src/errors/codes.ts';
import { GenlockError } from '../../../src/errors/error.ts';
import { resolveModel } from '../../../src/data-layer/resolve.ts';
import { render, type RenderInput } from '../../../src/render/render.ts';
import { contribution } from './contributions.ts';

const schema: Operation = {
  kind: 'registerPrismaSchema',
  schema: `model Member {
  id     String    @id @default(cuid())
  email  String    @unique
  secret String    @default("!")
  seen   DateTime?
}`,
};

const guard = (rules: Partial<GuardModel> = {}): Operation => ({
  kind: 'guardModel',
  model: 'Member',
  refuse: ['create', 'delete'],
  readOnly: ['email', 'seen'],
  reserved: ['secret'],
  module: 'server/lib/member-hooks',
  ...rules,
});

const email = { name: 'email', type: 'String', required: true, unique: true } as const;
const phone = { name: 'phone', type: 'String', required: false, unique: false } as const;
const member = (more: Partial<Entity> = {}): Entity => ({
  name: 'Member',
  fields: [email, phone],
  relations: [],
  ...more,
});
const team: Entity = { name: 'Team', fields: [{ ...phone, name: 'name', required: true }], relations: [] };

function inputOf(entities: readonly Entity[], operations: readonly Operation[] = [schema, guard()]): RenderInput {
  const config = { name: 'sample', database: 'file' as const, entities, plugins: new Map() };
  return { config, model: resolveModel(config), contributions: [contribution('members', { operations })] };
}

const filesOf = (...given: Parameters<typeof inputOf>) => {
  const tree = render(inputOf(...given));
  return (path: string): string | undefined => {
    const content = tree.get(path)?.content;
    return content === undefined ? undefined : String(content);
  };
};

function problemsOf(...given: Parameters<typeof inputOf>): readonly ErrorCode[] {
  try {
    render(inputOf(...given));
    return [];
  } catch (error) {
    if (error instanceof GenlockError) return error.problems.map(({ code }) => code);
    throw error;
  }
}

describe('an entity with the name of a guarded model', () => {
  const file = filesOf([member()]);
  const open = filesOf([member()], [schema]);

  test('has no query to create records', () => {
    expect(file('server/routes/members.ts')).not.toContain('create:');
    expect(file('server/routes/members.ts')).toContain('update:');
    expect(open('server/routes/members.ts')).toContain('create:');
  });

  test('has no input for read-only fields', () => {
    const input = (read: typeof file) => /Input = z\.object\(\{(.*?)\}\)/su.exec(read('shared/member.ts') ?? '')?.[1];
    expect(input(file)).toContain('phone');
    expect(input(file)).not.toContain('email');
    expect(input(open)).toContain('email');
    expect(file('shared/member.ts')).toContain('email: string;');
    expect(file('client/forms/MemberForm.tsx')).not.toContain('email');
    expect(open('client/forms/MemberForm.tsx')).toContain('email');
  });

  test('passes the rules to the server, the description and the client', () => {
    const rules = file('server/generated/guards.ts');
    expect(rules).toContain("refuse: ['create', 'delete'],");
    expect(rules).toContain("readOnly: ['email', 'seen'],");
    expect(rules).toContain("(await import('../lib/member-hooks')).hooks");
    expect(open('server/generated/guards.ts')).toContain('= new Map();');
    expect(file('server/generated/openapi.ts')).toContain("refuse: ['create', 'delete'],");
    expect(file('client/resources/member.ts')).toContain("refuse: ['create', 'delete'],");
    expect(file('client/resources/member.ts')).not.toContain('input:');
    expect(file('client/generated/api/member.ts')).toContain("Omit<typeof every, 'create' | 'remove'>");
    expect(open('client/generated/api/member.ts')).not.toContain('Omit<');
  });

  test('has no page for new records', () => {
    expect(file('client/pages/admin/members/new.tsx')).toBeUndefined();
    expect(file('client/pages/admin/members/[id]/edit.tsx')).toBeDefined();
    expect(open('client/pages/admin/members/new.tsx')).toBeDefined();
    const site = filesOf([member({ pages: true })]);
    expect(site('client/pages/members/new.tsx')).toBeUndefined();
    expect(site('client/pages/members/[id].tsx')).toBeDefined();
  });

  test('has no page to change records if the plugin refuses changes', () => {
    const fixed = filesOf([member()], [schema, guard({ refuse: ['create', 'update', 'delete'] })]);
    expect(fixed('client/pages/admin/members/[id]/edit.tsx')).toBeUndefined();
    expect(fixed('server/routes/members.ts')).not.toContain('update:');
  });

  test('has tests of the rules instead of the common tests', () => {
    expect(file('test/server/routes/members.test.ts')).toContain('testGuarded({');
    expect(file('test/support/guarded.ts')).toBeDefined();
    expect(open('test/server/routes/members.test.ts')).toContain('testResource({');
    expect(open('test/support/guarded.ts')).toBeUndefined();
  });

  test('links to the page of the plugin', () => {
    const linked = filesOf([member()], [schema, guard({ page: '/admin/staff/members' })]);
    expect(linked('client/resources/member.ts')).toContain("managedAt: '/admin/staff/members',");
    expect(file('client/resources/member.ts')).not.toContain('managedAt');
  });
});

describe('a configuration that contradicts the rules of a model', () => {
  test('cannot have the entity if the plugin refuses to read it', () => {
    expect(problemsOf([member()], [schema, guard({ refuse: ['read'] })])).toEqual(['DATA_ENTITY_REFUSED']);
    expect(problemsOf([member()])).toEqual([]);
    expect(problemsOf([team], [schema, guard({ refuse: ['read'] })])).toEqual([]);
  });

  test('cannot declare a reserved field', () => {
    const secret = { name: 'secret', type: 'String', required: true, unique: false, default: '!' } as const;
    expect(problemsOf([member({ fields: [email, secret] })])).toEqual(['DATA_FIELD_RESERVED']);
    const exposed = filesOf([member({ fields: [email, secret] })], [schema]);
    expect(exposed('shared/member.ts')).toContain('secret: string;');
  });

  test('cannot require a field or a relation that the plugin does not fill', () => {
    const required = { ...phone, required: true };
    expect(problemsOf([member({ fields: [email, required] })])).toEqual(['DATA_FIELD_UNFILLED']);
    expect(problemsOf([member({ fields: [email, { ...required, default: '-' }] })])).toEqual([]);
    const relation = { name: 'team', type: 'many-to-one', target: 'Team', required: true } as const;
    expect(problemsOf([member({ relations: [relation] }), team])).toEqual(['DATA_FIELD_UNFILLED']);
    expect(problemsOf([member({ relations: [{ ...relation, required: false }] }), team])).toEqual([]);
  });

  test('cannot delete records with the records that they refer to', () => {
    const relation = {
      name: 'team',
      type: 'many-to-one',
      target: 'Team',
      required: false,
      onDelete: 'cascade',
    } as const;
    expect(problemsOf([member({ relations: [relation] }), team])).toEqual(['DATA_DELETE_REFUSED']);
    expect(problemsOf([member({ relations: [relation] }), team], [schema, guard({ refuse: ['create'] })])).toEqual([]);
  });

  test('reports all contradictions at once', () => {
    const secret = { name: 'secret', type: 'String', required: true, unique: false, default: '!' } as const;
    const fields = [email, secret, { ...phone, required: true }];
    expect(problemsOf([member({ fields })])).toEqual(['DATA_FIELD_RESERVED', 'DATA_FIELD_UNFILLED']);
  });

  test('cannot have two plugins with rules for one model', () => {
    const input = inputOf([member()]);
    const contributions = [...input.contributions, contribution('others', { operations: [schema, guard()] })];
    expect(() => render({ ...input, contributions })).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining({ code: 'RENDER_NAME_CLASH' })] }),
    );
  });
});
