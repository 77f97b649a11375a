/** What a path means to those who judge it. */
import { foldPath } from '../core/paths.ts';
import { reservedExpressions, type ReservedCode } from './reserved-paths.ts';

/**
 * How a path is compared: as the most forgiving file system reads it. Case and composition don't count, nor do
 * characters that HFS+ ignores, nor dots and spaces that Windows takes off the end of a name.
 */
export function judgedFold(path: string): string {
  return foldPath(path.replaceAll(/[\p{Cc}\p{Cf}\p{DI}]/gu, ''))
    .split(/[\\/]/u)
    .map((segment) => segment.replace(/^ +|[. ]+$/gu, ''))
    .join('/');
}

let compiled: readonly (readonly [ReservedCode, RegExp])[] | undefined;

function matchers(): readonly (readonly [ReservedCode, RegExp])[] {
  return (compiled ??= reservedExpressions().map(([code, source]) => [code, new RegExp(source)]));
}

/** Whose a folded path is, if it is not free; several answers where several hold. */
export function reservedBy(folded: string): readonly ReservedCode[] {
  const path = withoutHarmlessDots(folded);
  return matchers()
    .filter(([, expression]) => expression.test(path))
    .map(([code]) => code);
}

/** Leading dots that no tool reads: of a file that keeps a folder in git, and of the folder of RFC 8615. */
function withoutHarmlessDots(folded: string): string {
  return folded.replace(/(^|\/)\.(?=(?:git)?keep$)/u, '$1').replace(/^public\/\.(?=well-known\/)/u, 'public/');
}

/** `PACKAG~1.JSO`: the name of eight and three characters Windows may give any file beside its own. */
export function hasShortName(folded: string): boolean {
  return folded.split('/').some((segment) => /^[^.]{1,6}~\d{1,6}(?:\.[^.]{0,3})?$/u.test(segment));
}
