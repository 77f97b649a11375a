import { registerCSS } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate({ settings }) {
  await registerCSS({
    variables: {
      '--primary': settings.primary,
      '--primary-foreground': '0 0% 100%',
      '--ring': settings.primary,
      '--radius': `${settings.radius}px`,
      '--brand-shadow': 'calc(var(--radius) / 2)',
    },
  });
}
