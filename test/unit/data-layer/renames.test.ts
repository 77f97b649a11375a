import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Entity, Field, Relation } from '../../../src/config/config.ts';
import { type Rename, renamesOf } from '../../../src/data-layer/renames.ts';
import { arbitraryEntitiesOn } from './arbitrary-model.ts';

const field = (name: string, rest: Partial<Field> = {}): Field => ({
  ...{ name, type: 'String', required: true, unique: false },
  ...rest,
});
const relation = (name: string, target: string, rest: Partial<Relation> = {}): Relation => ({
  ...{ name, type: 'many-to-one', target, required: false },
  ...rest,
});
const entity = (name: string, rest: Partial<Entity> = {}): Entity => ({ name, fields: [], relations: [], ...rest });
const all = (...entities: Entity[]) => renamesOf({ database: 'relational', entities });
const renames = (...entities: Entity[]) => all(...entities).filter((rename) => rename.kind !== 'relation');
const column = (model: string, from: string, to: string): Rename => ({ kind: 'column', model, from, to });

test('finds the former names of a field and of a relation key', () => {
  const entities = [
    entity('Post', {
      fields: [field('headline', { was: 'title' }), field('body')],
      relations: [relation('author', 'Person', { was: 'writer' })],
    }),
    entity('Person'),
  ];
  expect(renames(...entities)).toEqual([column('Post', 'title', 'headline'), column('Post', 'writerId', 'authorId')]);
});

test('an entity renames its enums, relation tables and keys, too', () => {
  const entities = [
    entity('Order', {
      was: 'Purchase',
      fields: [field('status', { type: 'Enum', values: ['OPEN'] })],
      relations: [
        relation('lines', 'Line', { type: 'one-to-many' }),
        relation('tags', 'Tag', { type: 'many-to-many' }),
      ],
    }),
    entity('Line'),
    entity('Tag', { was: 'Label' }),
  ];
  expect(renames(...entities)).toEqual([
    { kind: 'model', from: 'Purchase', to: 'Order' },
    { kind: 'model', from: 'Label', to: 'Tag' },
    column('Line', 'purchaseId', 'orderId'),
    { kind: 'table', from: '_LabelToPurchase', to: '_OrderToTag' },
  ]);
});

test('an enum is renamed with its field, and the table of a named relation with the relation', () => {
  const friends = relation('friends', 'Person', { type: 'many-to-many', was: 'buddies' });
  const entities = [
    entity('Person', { fields: [field('rank', { type: 'Enum', values: ['A'], was: 'level' })], relations: [friends] }),
  ];
  expect(renames(...entities)).toEqual([
    column('Person', 'level', 'rank'),
    { kind: 'table', from: '_PersonBuddies', to: '_PersonFriends' },
  ]);
});

test('lists the tables of relations between two entities with their former names', () => {
  const link = (name: string, rest: Partial<Relation> = {}) => relation(name, 'Tag', { type: 'many-to-many', ...rest });
  const entities = [
    entity('Post', { was: 'Note', relations: [link('tags'), link('stars', { was: 'likes' })] }),
    entity('Tag', { relations: [relation('parts', 'Tag', { type: 'many-to-many' })] }),
  ];
  const shared = ['_PostToTag', '_NoteToTag'];
  expect(all(...entities).filter(({ kind }) => kind === 'relation')).toEqual([
    { kind: 'relation', name: 'Post.tags', to: '_PostToTag', own: ['_PostTags', '_NoteTags'], former: [], shared },
    {
      ...{ kind: 'relation', name: 'Post.stars', to: '_PostStars', shared },
      own: ['_PostStars', '_NoteLikes', '_NoteStars', '_PostLikes'],
      former: ['_NoteLikes', '_PostLikes'],
    },
  ]);
});

test('ignores a former name that another entity or field has now', () => {
  expect(renames(entity('Post', { was: 'Article' }), entity('Article'))).toEqual([]);
  expect(renames(entity('Post', { fields: [field('a', { was: 'b' }), field('b')] }))).toEqual([]);
});

const withoutWas = <T extends { readonly was?: string }>({ was: _was, ...rest }: T) => rest;

test('without former names there are no renames, and otherwise each rename is listed once', () => {
  fc.assert(
    fc.property(arbitraryEntitiesOn({ kind: 'relational' }), (entities) => {
      const plain = entities.map((one) => ({
        ...withoutWas(one),
        fields: one.fields.map(withoutWas),
        relations: one.relations.map(withoutWas),
      }));
      expect(renames(...plain)).toEqual([]);
      const found = renames(...entities).map((rename) => {
        return `${rename.kind} ${rename.kind === 'column' ? rename.model : ''} ${rename.from} ${rename.to}`;
      });
      expect(new Set(found).size).toBe(found.length);
    }),
    { numRuns: 100, interruptAfterTimeLimit: 20_000, markInterruptAsFailure: true },
  );
});
