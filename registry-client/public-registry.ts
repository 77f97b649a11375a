/** The one registry everybody has without configuring it. */
export const publicRegistry = 'https://registry.npmjs.org/';
