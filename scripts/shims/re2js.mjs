// Stands for the package re2js in the bundle: only settings with patterns that have groups or several repetitions need it.
let library;

const load = () => (library ??= require('./re2js.cjs')).RE2JS;

export const RE2JS = {
  compile: (pattern) => load().compile(pattern),
  translateRegExp: (pattern) => load().translateRegExp(pattern),
};
