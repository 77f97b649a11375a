export default async function generate() {
  console.log([typeof fetch, typeof WebSocket].join());
}
