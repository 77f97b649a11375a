import { copyTemplates, registerProvider } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate() {
  await copyTemplates({ source: 'templates' });
  await registerProvider({
    name: 'FeatureFlagsProvider',
    import: '@/providers/FeatureFlagsProvider',
    // Further out than most: other providers may ask for flags.
    order: 10,
  });
}
