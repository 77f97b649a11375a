/** Comparison of paths with reserved paths. */
import { foldPath } from '../core/paths.ts';
import { reservedExpressions, type ReservedCode } from './reserved-paths.ts';

/**
 * Normalizes a path like the most lenient file systems do: ignores case, Unicode form, characters that HFS+ ignores,
 * and trailing dots and spaces, which Windows removes.
 */
export function looseFold(path: string): string {
  return foldPath(path.replaceAll(/[\p{Cc}\p{Cf}\p{DI}]/gu, ''))
    .split(/[\\/]/u)
    .map((segment) => segment.replace(/^ +|[. ]+$/gu, ''))
    .join('/');
}

let compiled: readonly (readonly [ReservedCode, RegExp])[] | undefined;

function matchers(): readonly (readonly [ReservedCode, RegExp])[] {
  return (compiled ??= reservedExpressions().map(([code, source]) => [code, new RegExp(source)]));
}

/** Returns all reservations that match a folded path; empty if the path is free. */
export function reservedBy(folded: string): readonly ReservedCode[] {
  const path = withoutHarmlessDots(folded);
  return matchers()
    .filter(([, expression]) => expression.test(path))
    .map(([code]) => code);
}

/** Removes leading dots of harmless names: `.gitkeep`, `.keep` and the `.well-known` folder of RFC 8615. */
function withoutHarmlessDots(folded: string): string {
  return folded.replace(/(^|\/)\.(?=(?:git)?keep$)/u, '$1').replace(/^public\/\.(?=well-known\/)/u, 'public/');
}

/**
 * Returns whether a segment looks like a Windows short name (8.3), e.g. `PACKAG~1.JSO`, which can refer to another
 * file.
 */
export function hasShortName(folded: string): boolean {
  return folded.split('/').some((segment) => /^[^.]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/u.test(segment));
}
