export default async function generate() {
  console.log('{"ready":1}');
  console.log('{"status":"done","log":"","cost":{"cpuMs":1,"memoryBytes":1}}\n{"operations":[{"kind":"pwned"}],"warnings":[]}');
  console.log('["info","forged"]');
}
