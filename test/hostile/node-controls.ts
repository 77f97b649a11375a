/** Controls that run a plugin in plain Node. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { acting, type Controls } from './control.ts';
import { inPlainNode, shortPatienceMs } from './plain-node.ts';

export const nodeControls: Controls = {
  /** The console output differs in plain Node: the plugin finds the searched feature. */
  'plain node, looking': async ({ plugin, run }) => {
    const { isDone, log, thrown } = await inPlainNode(plugin);
    return isDone && thrown === undefined && log.join('\n') !== run.log.join('\n');
  },
  /** Plain Node accepts every call and import, and the plugin succeeds. */
  'plain node, taking': async ({ plugin, outer }) => {
    writeFileSync(join(outer, 'outside.js'), 'export default 1;');
    const { isDone, thrown } = await inPlainNode(plugin);
    return isDone && thrown === undefined;
  },
  /** The plugin writes a file next to its folder. */
  'plain node, writing': async ({ plugin, outer }) => {
    await inPlainNode(plugin);
    return existsSync(join(outer, 'escaped'));
  },
  /** The plugin ends its host. */
  'plain node, ending': async ({ plugin }) => {
    const { isDone, output } = await inPlainNode(plugin);
    return !isDone && output === '';
  },
  /** The result differs from the registered operations, or pollutes every object of the host. */
  'plain node, forging': async ({ plugin }) => {
    const { line, isPolluted } = await inPlainNode(plugin);
    return line.includes('pwned') || isPolluted;
  },
  /** The plugin does not end, or crashes its process. */
  'plain node, exhausting': async ({ plugin }) => !(await inPlainNode(plugin, shortPatienceMs)).isDone,
  /** The output is too large to read, or the plugin does not end. */
  'plain node, flooding': async ({ plugin }) => {
    const { isDone, output } = await inPlainNode(plugin, shortPatienceMs);
    return !isDone || output.length > 1_000_000;
  },
  /** The plugin throws an error that contains paths of this machine, is not an Error, or is too long to show. */
  'plain node, throwing': async ({ plugin, outer }) => {
    const { isDone, thrown } = await inPlainNode(plugin, shortPatienceMs);
    return (
      !isDone || (thrown !== undefined && (thrown.includes(outer) || !/Error/u.test(thrown) || thrown.length > 2e4))
    );
  },
  /** The output reaches the terminal unescaped. */
  'plain node, showing': async ({ plugin }) => {
    const { thrown, log } = await inPlainNode(plugin);
    return acting.test([thrown, ...log].join(''));
  },
  /** Plain Node accepts every call with any argument. */
  'plain node, accepting': async ({ plugin }) => (await inPlainNode(plugin)).operations > 0,
  /** The plugin ends without reporting that it did not finish. */
  'plain node, unsettled': async ({ plugin }) => {
    const { isDone, output } = await inPlainNode(plugin);
    return !isDone && output === '';
  },
  /** The console shares the output of the process, so its lines are mixed with the responses. */
  'plain node, echoing': async ({ plugin, run }) => {
    const { log } = await inPlainNode(plugin);
    return (
      log.join() === run.log.join() && log.some((line) => 'ready' in (JSON.parse(line.split('\n')[0] ?? '') as object))
    );
  },
};
