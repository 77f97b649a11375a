export default async function generate() {
  console.log(new Function('with (new Proxy({}, { has: () => true, get: (target, key) => (key === Symbol.unscopables ? undefined : (0, eval)("typeof process")) })) { return anything; }')());
}
