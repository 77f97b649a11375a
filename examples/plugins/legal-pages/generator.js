import { copyTemplates } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate({ settings }) {
  await copyTemplates({
    source: 'templates',
    destination: '.',
    variables: { year: 2026 },
    ignore: settings.privacy ? [] : ['**/privacy/**', '**/privacy.test.tsx'],
  });
}
