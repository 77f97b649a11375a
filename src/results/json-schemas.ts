import * as z from 'zod';
import { createResult, doctorResult, validateResult } from './authoring.ts';
import { changeResult, ejectResult, initResult, resolveResult } from './changes.ts';
import {
  copyResult,
  deployResult,
  devResult,
  generateResult,
  migrationsResult,
  pushResult,
  resetResult,
  seedResult,
} from './database.ts';
import { failure } from './failure.ts';
import {
  cacheClearResult,
  cacheFetchResult,
  cacheInfoResult,
  cacheVerifyResult,
  deprecateResult,
  infoResult,
  loginResult,
  logoutResult,
  outdatedResult,
  packResult,
  publishResult,
  searchResult,
  whoamiResult,
} from './packages.ts';
import {
  registryAdviseResult,
  registryOwnerResult,
  registryServeResult,
  registryUserRemoveResult,
  registryUserResult,
} from './registry-server.ts';
import { testResult } from './plugin-test.ts';
import { auditResult, policyCheckResult, policyExplainResult, policyInitResult } from './policy.ts';
import { diffResult, listResult, statusResult, verifyResult, whyResult } from './reports.ts';

/** Schemas of `--json` output, by file name in `types/schemas`. */
const shapes = {
  change: changeResult,
  init: initResult,
  resolve: resolveResult,
  eject: ejectResult,
  list: listResult,
  status: statusResult,
  diff: diffResult,
  verify: verifyResult,
  why: whyResult,
  doctor: doctorResult,
  audit: auditResult,
  'policy-check': policyCheckResult,
  'policy-explain': policyExplainResult,
  'policy-init': policyInitResult,
  'plugin-create': createResult,
  'plugin-pack': packResult,
  'plugin-publish': publishResult,
  'plugin-deprecate': deprecateResult,
  'plugin-info': infoResult,
  'plugin-search': searchResult,
  'plugin-test': testResult,
  'plugin-validate': validateResult,
  outdated: outdatedResult,
  login: loginResult,
  logout: logoutResult,
  whoami: whoamiResult,
  'cache-info': cacheInfoResult,
  'cache-clear': cacheClearResult,
  'cache-fetch': cacheFetchResult,
  'cache-verify': cacheVerifyResult,
  'registry-serve': registryServeResult,
  'registry-advise': registryAdviseResult,
  'registry-owner-add': registryOwnerResult,
  'registry-user-add': registryUserResult,
  'registry-user-remove': registryUserRemoveResult,
  'db-copy': copyResult,
  'db-generate': generateResult,
  'db-migrate-deploy': deployResult,
  'db-migrate-dev': devResult,
  'db-migrate-reset': resetResult,
  'db-migrate-status': migrationsResult,
  'db-push': pushResult,
  'db-seed': seedResult,
  failure,
} as const satisfies Record<string, z.ZodType>;

export type ShapeName = keyof typeof shapes;

/** Command ids with the schema of another command. */
const shared: Readonly<Record<string, ShapeName>> = {
  add: 'change',
  remove: 'change',
  sync: 'change',
  update: 'change',
  upgrade: 'change',
  plan: 'change',
  apply: 'change',
  'entity:add': 'change',
  'entity:remove': 'change',
  'entity:rename': 'change',
};

/**
 * Returns the schema name of a command's result.
 *
 * @param id in oclif's form, e.g. `db:migrate:dev`
 */
export function shapeOf(id: string): ShapeName | undefined {
  const name = shared[id] ?? id.replaceAll(':', '-');
  return Object.keys(shapes).find((known): known is ShapeName => known === name);
}

/** Returns the JSON Schemas (draft 2020-12) of all results by name. */
export function resultJsonSchemas(): ReadonlyMap<ShapeName, object> {
  const names = Object.keys(shapes).flatMap((name) => shapeOf(name) ?? []);
  return new Map(names.map((name) => [name, { title: `genlock: ${name}`, ...jsonSchema(shapes[name]) }]));
}

function jsonSchema(shape: z.ZodType): object {
  return z.toJSONSchema(shape, { target: 'draft-2020-12', reused: 'inline' });
}
