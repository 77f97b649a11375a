export default async function generate() {
  console.log(typeof Buffer);
}
