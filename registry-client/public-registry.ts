/** Address of the public npm registry, which needs no configuration. */
export const publicRegistry = 'https://registry.npmjs.org/';
