export default async function generate() {
  console.log("@@PAYLOAD@@");
  throw new Error('x');
}
