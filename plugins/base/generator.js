import { copyTemplates } from 'genlock/sdk';

export default async function generate({ database }) {
  copyTemplates({ source: '.', destination: '.', ignore: ['databases'] });
  // One by one: a `shared` folder of its own would be taken for the layer of all frameworks.
  for (const folder of ['server', 'shared', 'test']) {
    copyTemplates({ source: `databases/${database}/${folder}`, destination: folder });
  }
}
