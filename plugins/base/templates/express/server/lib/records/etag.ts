import { hash } from 'node:crypto';
import { bigIntAsString } from '@shared/lib/big-int';
import type { Request } from 'express';
import { HttpProblem } from '../problem';
import type { Row } from './types';

/** Returns the entity tag of a record without its related records (RFC 9110, section 8.8.3). */
export function etagOf(row: Row): string {
  return etagOfText(JSON.stringify(row, bigIntAsString));
}

/** Returns the entity tag of a record that is already printed. */
export function etagOfText(text: string): string {
  return `"${hash('sha256', text, 'base64url').slice(0, 22)}"`;
}

/** The condition of a write: the entity tags in `If-Match`, or `*` for any record. */
export type Condition = '*' | ReadonlySet<string>;

/**
 * Reads `If-Match`. A proxy that compresses responses marks tags as weak, so `W/` is ignored.
 *
 * @throws HttpProblem 400 if the header is not a list of entity tags
 */
export function conditionOf(req: Request): Condition | undefined {
  const header = req.get('If-Match')?.trim();
  if (header === undefined) return undefined;
  if (header === '*') return header;
  if (!/^(?:W\/)?"[^"]*"(?:\s*,\s*(?:W\/)?"[^"]*")*$/.test(header)) {
    throw new HttpProblem(400, {
      code: 'invalid_if_match',
      detail: 'If-Match must contain the ETag of the record, in quotation marks.',
    });
  }
  return new Set(header.match(/"[^"]*"/g));
}

export function meets(condition: Condition, etag: string): boolean {
  return condition === '*' || condition.has(etag);
}

/** The record has changed since the caller read it. */
export function changedSince(): HttpProblem {
  return new HttpProblem(412, {
    code: 'changed_since_read',
    detail: 'The record has changed since it was read. Read it again.',
  });
}

/** Another request changed the record while hooks ran. */
export function changedMeanwhile(): HttpProblem {
  return new HttpProblem(409, {
    code: 'changed_meanwhile',
    detail: 'Another request changed the record at the same time. Try again.',
  });
}
