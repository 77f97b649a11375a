export default async function generate() {
  console.log(String(globalThis.process?.env.GENLOCK_CANARY));
}
