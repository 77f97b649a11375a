export default async function generate() {
  const load = new Function('return import("node:fs")');
  const { writeFileSync } = await load();
  writeFileSync('../escaped', '');
}
