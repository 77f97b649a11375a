import * as z from 'zod';
import { createResult, doctorResult, validateResult } from './authoring.ts';
import { changeResult, ejectResult, initResult, resolveResult } from './changes.ts';
import {
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
  cacheInfoResult,
  cacheVerifyResult,
  deprecateResult,
  infoResult,
  loginResult,
  logoutResult,
  publishResult,
  searchResult,
  whoamiResult,
} from './packages.ts';
import {
  registryOwnerResult,
  registryServeResult,
  registryUserRemoveResult,
  registryUserResult,
} from './registry-server.ts';
import { auditResult, policyCheckResult, policyExplainResult, policyInitResult } from './policy.ts';
import { diffResult, listResult, statusResult, verifyResult, whyResult } from './reports.ts';

/** Every shape `--json` prints, by the name of its file below `types/schemas`. */
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
  'plugin-publish': publishResult,
  'plugin-deprecate': deprecateResult,
  'plugin-info': infoResult,
  'plugin-search': searchResult,
  'plugin-validate': validateResult,
  login: loginResult,
  logout: logoutResult,
  whoami: whoamiResult,
  'cache-info': cacheInfoResult,
  'cache-clear': cacheClearResult,
  'cache-verify': cacheVerifyResult,
  'registry-serve': registryServeResult,
  'registry-owner-add': registryOwnerResult,
  'registry-user-add': registryUserResult,
  'registry-user-remove': registryUserRemoveResult,
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

/** Commands whose shape has another name than they have. */
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

/** The shape a command prints when it succeeds. @param id as oclif has it, e.g. `db:migrate:dev` */
export function shapeOf(id: string): ShapeName | undefined {
  const name = shared[id] ?? id.replaceAll(':', '-');
  return Object.keys(shapes).find((known): known is ShapeName => known === name);
}

/** The JSON Schemas (draft 2020-12) of all results, by shape. */
export function resultJsonSchemas(): ReadonlyMap<ShapeName, object> {
  const names = Object.keys(shapes).flatMap((name) => shapeOf(name) ?? []);
  return new Map(names.map((name) => [name, { title: `genlock: ${name}`, ...jsonSchema(shapes[name]) }]));
}

function jsonSchema(shape: z.ZodType): object {
  return z.toJSONSchema(shape, { target: 'draft-2020-12', reused: 'inline' });
}
