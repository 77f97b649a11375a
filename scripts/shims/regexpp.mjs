// Stands for the package @eslint-community/regexpp in the bundle: only patterns of fields need it.
export function RegExpParser() {
  return new (require('./regexpp.cjs').RegExpParser)();
}
