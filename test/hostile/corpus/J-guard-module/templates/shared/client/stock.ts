export const hooks = {};
