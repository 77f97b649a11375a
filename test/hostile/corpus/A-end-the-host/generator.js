export default async function generate() {
  process.exit(0);
}
