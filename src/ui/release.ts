import { printable } from '../errors/printable.ts';
import type { ReleaseView } from '../engine/plugin-change.ts';
import { listed, type Row } from './rows.ts';

/** Who stands behind a release, and what of that is proved. */
export function releaseRows({ publisher, publishedAt, signatures, provenance }: ReleaseView): readonly Row[] {
  const by = publisher === undefined ? [] : [`by ${publisher}`];
  return [
    ['Published', listed([publishedAt?.slice(0, 10) ?? 'at an unknown time', ...by])],
    ['Signature', signatures === 'verified' ? 'the registry signed it' : 'none'],
    [
      'Provenance',
      provenance === 'absent' ? 'none' : printable(`built by ${provenance.subject}, says ${provenance.issuer}`),
    ],
  ];
}

/** Where a plugin is from, as the lockfile names it, in words. */
export function sourceWords(source: string): string {
  return source.replace(/^bundled:.*/u, 'bundled').replace(/^(?:folder|archive|registry):/u, 'from ');
}
