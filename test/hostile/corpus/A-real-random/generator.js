export default async function generate() {
  console.log([Math.random(), Math.random()].join());
}
