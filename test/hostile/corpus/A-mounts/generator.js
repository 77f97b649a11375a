export default async function generate() {
  let seen = 'refused';
  try {
    seen = process.getBuiltinModule('node:fs').readFileSync('/proc/self/mountinfo', 'utf8').slice(0, 20);
  } catch {
    // The isolate has no Node.
  }
  console.log(seen);
}
