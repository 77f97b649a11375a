import { gt, lt } from 'semver';
import { throwProblems, type Problem } from '../errors/error.ts';
import type { Policy } from './policy.ts';

/**
 * Checks the Genlock version against the `tool` section of every policy.
 *
 * @throws GenlockError POLICY_TOOL with every policy that does not allow the version
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
        message: `This is Genlock ${version}, but the policy requires ${wanted}.`,
      } as const;
      return [{ ...problem, where: { file, key: `tool.${key}` }, ...(message === undefined ? {} : { hint: message }) }];
    }),
  );
}
