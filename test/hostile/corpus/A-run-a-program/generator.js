export default async function generate() {
  const { execFileSync } = process.getBuiltinModule('node:child_process');
  execFileSync('touch', ['../escaped']);
}
