import { describe, expect, test } from 'vitest';
import { accessText, readAccess } from '../../../src/config/access-text.ts';
import { databaseKinds } from '../../../src/config/config.ts';
import { beginningConfig, beginningText, chosenAccess, starters } from '../../../src/engine/starters.ts';

const project = { name: 'shop', database: 'file' } as const;

describe('the starters', () => {
  const cases = starters.flatMap((starter) => databaseKinds.map((database) => ({ starter, database })));

  test.for(cases)('$starter is valid on $database, with and without sign-in', ({ starter, database }) => {
    for (const signIn of ['none', 'jwt'] as const) {
      const config = beginningConfig({ name: 'shop', database }, { starter, signIn });
      expect(config).toMatchObject({ name: 'shop', database });
      expect(config.plugins.has('auth-jwt')).toBe(signIn === 'jwt');
    }
  });

  test.for(starters.filter((starter) => starter !== 'empty'))('%s has entities with relations', (starter) => {
    const { entities } = beginningConfig(project, { starter });
    expect(entities.length).toBeGreaterThan(2);
    expect(entities.flatMap(({ relations }) => relations).length).toBeGreaterThan(1);
  });

  const agents = { read: ['AGENT'], create: ['AGENT'], update: ['AGENT'], delete: ['AGENT'] };
  const closed = { read: 'admin', create: 'admin', update: 'admin', delete: 'admin' };
  const editorial = { ...closed, read: 'public' };
  test.for([
    { starter: 'shop', roles: [], access: { Customer: closed, Product: editorial, Order: closed } },
    {
      starter: 'blog',
      roles: [],
      access: {
        Author: editorial,
        Category: editorial,
        Tag: editorial,
        Post: editorial,
        Comment: { ...editorial, create: 'authenticated' },
      },
    },
    {
      starter: 'helpdesk',
      roles: ['AGENT'],
      access: { Customer: agents, Agent: agents, Label: agents, Ticket: agents, Reply: agents },
    },
  ] as const)('with sign-in, $starter has rules for its entities', ({ starter, roles, access }) => {
    const beginning = { starter, signIn: 'jwt' } as const;
    const config = beginningConfig(project, { ...beginning, access: { read: 'public', write: 'authenticated' } });
    expect(config.roles ?? []).toEqual(roles);
    expect(Object.fromEntries(config.entities.map((entity) => [entity.name, entity.access]))).toMatchObject(access);
  });

  test('with sign-in, the public reads no e-mail address of an author and no user approves comments', () => {
    const { entities } = beginningConfig(project, { starter: 'blog', signIn: 'jwt' });
    const fields = new Map(
      entities.flatMap(({ name, fields: all }) => all.map((field) => [`${name}.${field.name}`, field])),
    );
    expect(fields.get('Author.email')).toMatchObject({ access: { read: 'admin' } });
    expect(fields.get('Comment.approved')).toMatchObject({ access: { write: 'admin' } });
  });
});

describe('described entities', () => {
  test('follow those of the starter and can refer to each other in any order', () => {
    const entities = ['Review text:Text! product:Product! reviewer:Person', 'Person name:String!'];
    const config = beginningConfig(project, { starter: 'shop', entities });
    expect(config.entities.map(({ name }) => name)).toEqual(['Customer', 'Product', 'Order', 'Review', 'Person']);
  });

  test('are refused with the code of each problem', () => {
    const entities = ['Post title:Strng', 'post body:Text'];
    expect(() => beginningText(project, { entities })).toThrow(
      expect.objectContaining({
        problems: [
          expect.objectContaining({ code: 'CONFIG_FIELD_TYPE_UNKNOWN' }),
          expect.objectContaining({ code: 'CONFIG_ENTITY_NAME_INVALID' }),
        ],
      }),
    );
  });

  test('are named in a problem of the configuration, which is not on disk', () => {
    const entities = ['Review text:Text', 'Products name:String  name:Int'];
    expect(() => beginningConfig(project, { starter: 'shop', entities })).toThrow(
      expect.objectContaining({
        problems: [
          { code: 'CONFIG_ENTITY_CLASH', message: expect.stringContaining('Products: Products (character 1): ') },
          { code: 'CONFIG_FIELD_DUPLICATE', message: expect.stringContaining('Products: name:Int (character 23): ') },
        ],
      }),
    );
  });

  test('refer to User only with sign-in', () => {
    const entities = ['Post title:String! author:User!'];
    expect(beginningConfig(project, { entities, signIn: 'jwt' }).entities).toHaveLength(1);
    const problem = { code: 'CONFIG_TARGET_NEEDS_AUTH', hint: expect.stringContaining('--auth jwt') };
    expect(() => beginningConfig(project, { entities })).toThrow(
      expect.objectContaining({ problems: [expect.objectContaining(problem)] }),
    );
  });
});

describe('the default access', () => {
  test.for(['public', 'authenticated', 'public:authenticated', 'authenticated:admin'])('reads %s', (typed) => {
    expect(accessText(readAccess(typed))).toBe(typed);
  });

  test.for(['', 'everyone', 'public:', ':admin', 'public:admin:admin'])('refuses "%s"', (typed) => {
    expect(() => readAccess(typed)).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });

  test('allows writes only for signed-in users if there is a sign-in and no rule', () => {
    expect(chosenAccess({ signIn: 'jwt' })).toEqual({ read: 'public', write: 'authenticated' });
    expect(chosenAccess({ signIn: 'jwt', access: 'admin' })).toBe('admin');
    expect(chosenAccess({})).toBeUndefined();
  });

  test('refuses a rule that needs a sign-in without sign-in', () => {
    expect(() => chosenAccess({ signIn: 'none', access: 'admin' })).toThrow(expect.objectContaining({ code: 'USAGE' }));
  });
});
