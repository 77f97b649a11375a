/** A configuration of that many entities: eight fields each, and from the second on a reference and a list. */
export function configurationOf(count: number): string {
  const entities = Array.from({ length: count }, (_, index) => ({
    name: `Thing${index}`,
    fields: [
      { name: 'name', type: 'String', required: true, unique: true },
      { name: 'notes', type: 'Text' },
      { name: 'amount', type: 'Int', required: true, default: 0 },
      { name: 'price', type: 'Decimal', required: true },
      { name: 'weight', type: 'Float' },
      { name: 'active', type: 'Boolean', default: true },
      { name: 'startsAt', type: 'DateTime' },
      { name: 'code', type: 'String' },
    ],
    relations:
      index === 0
        ? []
        : [
            { name: 'parent', type: 'many-to-one', target: `Thing${index - 1}` },
            { name: 'friends', type: 'many-to-many', target: `Thing${Math.floor(index / 2)}` },
          ],
  }));
  return JSON.stringify({ database: 'file', entities });
}
