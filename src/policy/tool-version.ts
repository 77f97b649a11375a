import { gt, lt } from 'semver';
import { throwProblems, type Problem } from '../errors/error.ts';
import type { Policy } from './policy.ts';

/**
 * Holds the version of Genlock against what every policy takes.
 *
 * @throws GenlockError POLICY_TOOL with every policy that doesn't take it
 */
export function requireTool(policies: readonly Policy[], version: string): void {
  throwProblems(
    policies.flatMap(({ file, tool = {}, message }): readonly Problem[] => {
      const { min, max } = tool;
      const fault =
        min !== undefined && lt(version, min)
          ? (['min', `${min} or later`] as const)
          : max !== undefined && gt(version, max) && (['max', `no later than ${max}`] as const);
      if (fault === false) return [];
      const [key, wanted] = fault;
      const problem = {
        code: 'POLICY_TOOL',
        message: `This is Genlock ${version}, and it must be ${wanted}.`,
      } as const;
      return [{ ...problem, where: { file, key: `tool.${key}` }, ...(message === undefined ? {} : { hint: message }) }];
    }),
  );
}
