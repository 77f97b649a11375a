export default async function generate() {
  console.log([typeof SharedArrayBuffer, typeof Worker, typeof MessageChannel].join());
}
