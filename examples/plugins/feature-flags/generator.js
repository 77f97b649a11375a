import { copyTemplates, registerProvider } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate() {
  await copyTemplates({ source: 'templates' });
  await registerProvider({
    name: 'FeatureFlagsProvider',
    import: '@/providers/FeatureFlagsProvider',
    // Wraps most other providers, because they may read flags.
    order: 10,
  });
}
