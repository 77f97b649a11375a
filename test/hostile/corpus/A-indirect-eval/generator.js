export default async function generate() {
  console.log((0, eval)('typeof process'));
}
