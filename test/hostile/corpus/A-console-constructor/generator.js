export default async function generate() {
  console.log(console.log.constructor('return typeof process')());
}
