export default async function generate() {
  console.log((function* () {}).constructor('yield typeof process')().next().value);
}
