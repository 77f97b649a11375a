export default async function generate() {
  console.log(Date.now());
}
