import { contentsOf } from '../consent/contents.ts';
import type { ChangeProposal } from './change.ts';
import { patchOf, planDiff, type FileDiff } from './patch.ts';
import { contributionBefore } from './scan-plugins.ts';

/**
 * Returns the full diff of a proposal. The changed code of plugins is first, as a difference of the two plugin
 * versions, in the order of the plan. A project file whose diff is equal to such a difference is not repeated.
 */
export function proposalDiff(proposal: ChangeProposal): readonly FileDiff[] {
  const { intent, prepared } = proposal;
  const code = codeDiff(proposal);
  const shown = new Set(code.map(({ path, patch }) => JSON.stringify([path, patch])));
  const others = planDiff({ root: intent.workspace.root, ...prepared });
  return [...code, ...others.filter(({ path, patch }) => !shown.has(JSON.stringify([path, patch])))];
}

function codeDiff({ intent, configuration, pluginSet, plugins }: ChangeProposal): readonly FileDiff[] {
  const { root, lockfile } = intent.workspace;
  return plugins.flatMap(({ name, changedCode = [] }) => {
    const now = pluginSet.plugins.find(({ plugin }) => plugin.manifest.name === name);
    if (now === undefined || changedCode.length === 0) return [];
    const installed = contributionBefore(name, { root, lockfile, configuration });
    const before = installed === undefined ? new Map<string, never>() : contentsOf(installed);
    const after = contentsOf(now.stored.contribution);
    return changedCode.map(({ path, before: sizeBefore }) => {
      const [old, now] = [bytesOf(before.get(path)), bytesOf(after.get(path))];
      // A file that becomes code, or runs in another place, is shown completely.
      const isShownCompletely = sizeBefore === 0 || old.equals(now);
      const patch = patchOf(path, { before: isShownCompletely ? bytesOf() : old, after: now });
      return { path, owner: name, ...(patch === undefined ? {} : { patch }) };
    });
  });
}

const bytesOf = (content: string | Uint8Array = ''): Buffer => Buffer.from(content);
