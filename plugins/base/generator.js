import { copyTemplates } from 'genlock/sdk';

export default async function generate({ database }) {
  copyTemplates({ source: '.', destination: '.', ignore: ['databases'] });
  // Copies each folder separately: a `databases/*/shared` folder as a source would be treated as
  // the shared layer of all frameworks.
  for (const folder of ['server', 'shared', 'test']) {
    copyTemplates({ source: `databases/${database}/${folder}`, destination: folder });
  }
}
