export default async function generate() {
  console.log(['process', 'require', 'module', 'global', 'Buffer', 'setImmediate', 'performance', 'navigator', 'crypto', 'BroadcastChannel', 'EventSource', 'Navigator', 'Performance'].filter((name) => name in globalThis).join());
}
