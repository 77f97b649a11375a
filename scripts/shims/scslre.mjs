// Stands for the package scslre in the bundle: it takes 20 ms to load, and only patterns of fields need it.
export const analyse = (...given) => require('../../node_modules/scslre/index.js').analyse(...given);
