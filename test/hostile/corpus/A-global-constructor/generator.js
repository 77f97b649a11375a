export default async function generate() {
  console.log(globalThis.constructor.constructor('return typeof process')());
}
