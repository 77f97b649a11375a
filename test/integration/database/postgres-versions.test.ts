import { expect, test } from 'vitest';
import { projectOn } from '../../unit/database/project.ts';

const ticket = (fields = '') => `model Ticket {
  id    String @id
  price Int
  ownerId String?
  owner Owner? @relation(fields: [ownerId], references: [id], onDelete: SetNull)
${fields}}

model Owner {
  id      String   @id
  tickets Ticket[]
}
`;

test.for([15, 18])(
  'PostgreSQL %d gets every migration and push, and keeps a CHECK constraint',
  async (major, context) => {
    const project = await projectOn(context, { kind: 'postgresql', models: ticket(), major });
    await project.dev();
    await project.sql(`INSERT INTO "Ticket" (id, price) VALUES ('1', 5)`);
    const name = '20270101000000_check';
    project.write(
      `prisma/migrations/${name}/migration.sql`,
      'ALTER TABLE "Ticket" ADD CONSTRAINT positive CHECK (price > 0);\n',
    );
    expect((await project.dev()).applied).toEqual([name]);
    project.models(ticket('  note String?\n'));
    expect((await project.dev()).applied).toHaveLength(1);
    expect((await project.dev()).created).toBeUndefined();
    expect((await project.push()).executedSteps).toBe(0);
    expect(await project.status()).toMatchObject({ upToDate: true });
    await expect(project.sql('UPDATE "Ticket" SET price = 0')).rejects.toThrow('positive');
    expect(await project.sql('SELECT id, price, note FROM "Ticket"')).toEqual([{ id: '1', price: 5, note: null }]);
    expect(await project.reset()).toMatchObject({ applied: project.migrations });
  },
);
