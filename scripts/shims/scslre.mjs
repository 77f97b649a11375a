// Stands for the package scslre in the bundle: it is as large as all the rest, and only patterns of fields need it.
let library;

export const analyse = (...given) => (library ??= require('./scslre.cjs')).analyse(...given);
