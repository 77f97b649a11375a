/**
 * Names of the layers that isolate a plugin from the machine:
 * - `isolate`: plugin code runs in a V8 isolate without Node;
 * - `process`: the worker is a separate process with an empty environment, and the host can kill it;
 * - `permissions`: Node denies the worker access to files, child processes, threads and further addons;
 * - `jitless`: V8 creates no machine code at run time in the worker, and WebAssembly is not available;
 * - `limits`: the kernel limits memory, processor time, open files and file size, and writes no core dump;
 * - `no-network`: the worker cannot reach any address, including this machine;
 * - `hidden-files`: the worker only sees its own program and the required libraries;
 * - `hidden-paths`: the worker cannot read where its files are on this machine;
 * - `no-namespaces`: the worker cannot create user namespaces, which give access to more of the kernel;
 * - `no-descriptors`: the worker has none of the files that the parent of this process left open.
 *
 * The first four layers and the last one work on all platforms. The others depend on the platform and on installed tools.
 */
export const sandboxLayers = [
  'isolate',
  'process',
  'permissions',
  'jitless',
  'limits',
  'no-network',
  'hidden-files',
  'hidden-paths',
  'no-namespaces',
  'no-descriptors',
] as const;
export type SandboxLayer = (typeof sandboxLayers)[number];
