import { copyTemplates, guardModel } from 'genlock/sdk';

export default async function generate({ database }) {
  copyTemplates({ source: '.', destination: '.', ignore: ['databases'] });
  // Copies each folder separately: a `databases/*/shared` folder as a source would be treated as
  // the shared layer of all frameworks.
  for (const folder of ['server', 'shared', 'test']) {
    copyTemplates({ source: `databases/${database}/${folder}`, destination: folder });
  }
  // An entity with the name of the model would show the responses of all callers.
  guardModel({ model: 'IdempotentRequest', refuse: ['read', 'create', 'update', 'delete'] });
}
