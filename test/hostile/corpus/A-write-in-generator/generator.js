export default async function generate() {
  const { writeFileSync } = process.getBuiltinModule('node:fs');
  writeFileSync('../escaped', 'written by the generator');
}
