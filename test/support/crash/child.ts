/** Runs one scenario and ends itself with SIGKILL at one call: `node child.js <scenario> <folder> <when> <number>`. */
import { nodeFileSystem } from '../../../src/apply/file-system.ts';
import { recover } from '../../../src/apply/recover.ts';
import { changing, faulty } from './faulty-file-system.ts';
import { large, scenarios } from './scenario.ts';

const [name, folder = '', when, at] = process.argv.slice(2);
const scenario = [...scenarios, large].find((known) => known.name === name);

function killAt(number: number): void {
  if (number === Number(at)) process.kill(process.pid, 'SIGKILL');
}

const fs = faulty(nodeFileSystem, {
  calls: changing,
  ...(when === 'before' && { before: killAt }),
  ...(when === 'half' && { half: killAt }),
  ...(when === 'after' && { after: killAt }),
});
if (scenario === undefined) await recover({ root: `${folder}/app`, command: 'genlock test', fs });
else await scenario.run(folder, fs);
