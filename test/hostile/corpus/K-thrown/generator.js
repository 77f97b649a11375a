export default async function generate() {
  throw new Error("@@PAYLOAD@@");
}
