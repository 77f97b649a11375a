export default async function generate() {
  console.log(await (async () => {}).constructor('return typeof process')());
}
