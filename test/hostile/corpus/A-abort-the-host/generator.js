export default async function generate() {
  process.abort();
}
