export default async function generate() {
  console.log(typeof setTimeout);
}
