import { copyTemplates, registerHooks } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate() {
  await copyTemplates({ source: 'templates' });
  await registerHooks({ entity: '*', module: 'server/lib/opentelemetry/hooks' });
}
