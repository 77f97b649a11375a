import { configCodes } from './codes/config.ts';
import { dataCodes } from './codes/data.ts';
import { validationCodes } from './codes/validation.ts';
import { pluginCodes } from './codes/plugin.ts';
import { pluginTestCodes } from './codes/plugin-test.ts';
import { policyCodes } from './codes/policy.ts';
import { projectCodes } from './codes/project.ts';
import { registryCodes } from './codes/registry.ts';
import { registryServerCodes } from './codes/registry-server.ts';
import { renderCodes } from './codes/render.ts';
import { sandboxCodes } from './codes/sandbox.ts';
import { usageCodes } from './codes/usage.ts';
import type { CodeEntry } from './entry.ts';

export { exitCodes, exitMeanings } from './entry.ts';
export type { CodeEntry, ExitName } from './entry.ts';

/** All error codes. A code is never renamed or reused. */
export const codes = {
  ...usageCodes,
  ...configCodes,
  ...pluginCodes,
  ...pluginTestCodes,
  ...sandboxCodes,
  ...validationCodes,
  ...dataCodes,
  ...policyCodes,
  ...registryCodes,
  ...registryServerCodes,
  ...projectCodes,
  ...renderCodes,
} as const satisfies Record<string, CodeEntry>;

export type ErrorCode = keyof typeof codes;

/** Returns whether a string is an error code of Genlock. */
export function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(codes, code);
}
