/**
 * What stands between a plugin and the machine, one name a layer:
 * - `isolate`: plugin code runs in a V8 isolate with no Node in it;
 * - `process`: in a process of its own, with an empty environment, which this one can kill;
 * - `permissions`: Node refuses that process files, child processes, threads and further addons;
 * - `jitless`: V8 makes no machine code at run time there, and has no WebAssembly;
 * - `limits`: the kernel caps its memory, processor time, open files and file size, and writes no core dump;
 * - `no-network`: it reaches no address, not even one of this machine;
 * - `hidden-files`: it sees no file but its own program and the libraries that needs.
 *
 * The first four are everywhere; the rest depends on the platform and on what is installed.
 */
export const sandboxLayers = [
  'isolate',
  'process',
  'permissions',
  'jitless',
  'limits',
  'no-network',
  'hidden-files',
] as const;
export type SandboxLayer = (typeof sandboxLayers)[number];
