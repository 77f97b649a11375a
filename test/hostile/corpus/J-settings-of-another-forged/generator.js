export default async function generate() {
  JSON.stringify = () => '{"operations":[{"kind":"registerSettings","pluginId":"auth","schema":{"pwned":{"type":"string"}}}],"warnings":[]}';
}
