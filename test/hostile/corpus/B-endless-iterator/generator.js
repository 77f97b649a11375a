import * as sdk from 'genlock/sdk';

export default async function generate() {
  const routes = [];
  routes[Symbol.iterator] = () => ({
    next() {
      for (;;);
    },
  });
  sdk.registerAPIRoutes(routes);
  for (const route of routes) route.pwned = 1;
}
