export default async function generate() {
  console.log(typeof globalThis.process?.argv);
}
