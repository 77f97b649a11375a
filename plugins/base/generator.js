import { copyTemplates } from 'genlock/sdk';

export default async function generate() {
  copyTemplates({ source: '.', destination: '.' });
}
