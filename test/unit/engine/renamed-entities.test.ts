import { describe, expect, test } from 'vitest';
import { readConfig } from '../../../src/config/read.ts';
import { fileRenames } from '../../../src/engine/renamed-entities.ts';
import type { FileRenames } from '../../../src/project/renamed-files.ts';

function renamesOf(entity: object, from?: string): FileRenames {
  const text = JSON.stringify({ name: 'app', database: 'file', entities: [entity] });
  const config = readConfig(text, { file: 'genlock.json', fallbackName: 'app', authPlugins: [] });
  const [{ name } = { name: '' }] = config.entities;
  const renames = fileRenames(config, from === undefined ? undefined : { from, to: name });
  if (renames === undefined) throw new Error('no rename');
  return renames;
}

const fields = [{ name: 'title', type: 'String' }];

describe('paths of a renamed entity', () => {
  test.each([
    ['server/routes/order-lines.ts', 'server/routes/items.ts'],
    ['shared/order-line.ts', 'shared/item.ts'],
    ['client/forms/OrderLineForm.tsx', 'client/forms/ItemForm.tsx'],
    ['client/pages/admin/order-lines/[id].tsx', 'client/pages/admin/items/[id].tsx'],
    ['test/server/routes/order-lines.test.ts', 'test/server/routes/items.test.ts'],
  ])('%s becomes %s', (path, expected) => {
    expect(renamesOf({ name: 'Item', was: 'OrderLine', fields }).candidates(path)).toContain(expected);
  });

  test.each([
    'shared/order.ts',
    'shared/order-line-note.ts',
    'shared/my-order-line.ts',
    'client/forms/OrderLineageForm.tsx',
  ])('%s does not change', (path) => {
    expect(renamesOf({ name: 'Item', was: 'OrderLine', fields }).candidates(path)).toEqual([]);
  });

  test('a segment can be part of the skeleton and of the entity', () => {
    const { candidates } = renamesOf({ name: 'Exam', was: 'Test', fields });
    expect(candidates('test/server/routes/tests.test.ts')).toContain('test/server/routes/exams.test.ts');
  });

  test('a set route stays', () => {
    const { candidates } = renamesOf({ name: 'Item', was: 'OrderLine', route: 'lines', fields });
    expect(candidates('server/routes/lines.ts')).toEqual([]);
  });

  test('the command has precedence over an older name', () => {
    const { candidates, own } = renamesOf({ name: 'Item', was: 'OrderLine', fields }, 'Position');
    expect(candidates('shared/position.ts')).toEqual(['shared/item.ts']);
    expect(own).toMatchObject([{ from: 'server/hooks/position.ts', to: 'server/hooks/item.ts' }]);
  });
});
