export default async function generate() {
  const answer = await fetch('data:,stolen');
  console.log(await answer.text());
}
