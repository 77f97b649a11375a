/** Results of the policy commands. */
import * as z from 'zod';
import { severities } from '../../registry-client/severities.ts';
import type { AuditResult } from '../flows/policy/audit.ts';
import type { PolicyCheckResult } from '../flows/policy/check.ts';
import type { PolicyExplainResult } from '../flows/policy/explain.ts';
import type { PolicyInitResult } from '../flows/policy/init.ts';
import { problems } from './failure.ts';
import { root, text } from './parts.ts';

const opinion = z.enum(['allow', 'ask', 'deny']);
const verdictShape = {
  file: text.meta({ description: 'The policy; `genlock` for what holds everywhere.' }),
  key: text,
  verdict: opinion,
  reason: text,
  message: text.exactOptional(),
  exception: z
    .strictObject({ file: text, until: text.meta({ description: 'ISO 8601.' }), reason: text })
    .exactOptional()
    .meta({ description: 'Exception that turned a denial or a question into `allow`.' }),
};
const verdicts = z.array(z.strictObject(verdictShape));

/** `policy check` */
export const policyCheckResult: z.ZodType<PolicyCheckResult> = z.strictObject({
  sound: z.boolean(),
  policies: z.array(
    z.strictObject({
      file: text,
      level: z.enum(['system', 'user', 'project', 'added']).exactOptional(),
      name: text.exactOptional(),
      expires: text.exactOptional(),
      extends: text.exactOptional().meta({ description: 'Parent policy as written.' }),
      problems,
    }),
  ),
  rules: z.array(z.strictObject({ key: text, value: text.meta({ description: 'As JSON.' }), file: text })),
  exceptions: z.array(
    z.strictObject({
      plugin: text,
      version: text.exactOptional(),
      rule: text,
      reason: text,
      until: text.meta({ description: 'ISO 8601.' }),
      expired: z.boolean(),
      file: text,
    }),
  ),
});

/** `policy explain` */
export const policyExplainResult: z.ZodType<PolicyExplainResult> = z.strictObject({
  plugin: z.strictObject({
    name: text,
    version: text.exactOptional(),
    source: z.enum(['bundled', 'registry', 'url', 'git', 'file', 'directory']),
    registry: text.exactOptional(),
    installed: z.boolean(),
  }),
  verdict: opinion,
  verdicts,
  problems,
});

/** `policy init` */
export const policyInitResult: z.ZodType<PolicyInitResult> = z.strictObject({
  file: text,
  template: z.enum(['enterprise']),
  registry: text,
  unfinished: z.boolean(),
});

const unchecked = z.array(z.strictObject({ names: z.array(text), reason: text }));

/** `audit` */
export const auditResult: z.ZodType<AuditResult> = z.strictObject({
  passed: z.boolean(),
  project: z.strictObject({ name: text, root }),
  plugins: z.array(
    z.strictObject({ name: text, version: text, source: text, enabled: z.boolean(), verdict: opinion, verdicts }),
  ),
  missing: z.array(z.strictObject({ name: text, ...verdictShape })),
  advisories: z.strictObject({
    checked: z.boolean(),
    level: z.enum([...severities, 'none']),
    faults: z.array(
      z.strictObject({
        kind: z.enum(['plugin', 'package']),
        name: text,
        version: text,
        id: text,
        severity: z.enum(severities),
        title: text,
        url: text.exactOptional(),
        vulnerable: text,
        patched: text.exactOptional(),
      }),
    ),
    unchecked,
  }),
  releases: z.strictObject({
    checked: z.boolean(),
    changed: z.array(
      z.strictObject({
        name: text,
        version: text,
        registry: text,
        mirror: text.exactOptional(),
        state: z.enum(['deprecated', 'unpublished', 'replaced']),
        message: text.exactOptional(),
      }),
    ),
    unchecked,
  }),
});
