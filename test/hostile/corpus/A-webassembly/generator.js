export default async function generate() {
  console.log(typeof WebAssembly);
}
