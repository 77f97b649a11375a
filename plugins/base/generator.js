import { copyTemplates } from 'genlock/sdk';

export default async function generate({ database }) {
  copyTemplates({ source: '.', destination: '.', ignore: ['databases'] });
  copyTemplates({ source: `databases/${database}`, destination: '.' });
}
