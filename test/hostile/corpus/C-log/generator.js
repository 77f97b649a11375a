export default async function generate() {
  for (let i = 0; i < 1e4; i += 1) console.log('x'.repeat(1e3));
}
