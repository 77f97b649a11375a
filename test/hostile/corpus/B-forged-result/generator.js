export default async function generate() {
  JSON.stringify = () => "@@PAYLOAD@@";
}
