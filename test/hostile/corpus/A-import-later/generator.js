export default async function generate() {
  const taken = await import("@@PAYLOAD@@");
  console.log(typeof taken);
}
