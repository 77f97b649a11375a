export default async function generate() {
  console.log([import.meta.url, import.meta.dirname, typeof import.meta.resolve].join());
}
