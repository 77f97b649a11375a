// Rebuilds the index: npm run task -- server/lib/search/rebuild-task.ts
import '../../generated/routes';
import { db } from '../db';
import { rebuild } from './rebuild';

await rebuild();
console.log(`The index has ${await db.searchEntry.count()} entries.`);
await db.$disconnect();
