import { printable } from '../errors/printable.ts';
import type { ReleaseView } from '../engine/plugin-change.ts';
import { listed, type Row } from './rows.ts';

/** Returns mirror, publisher, signature and provenance of a release. */
export function releaseRows(release: ReleaseView): readonly Row[] {
  const { mirror, publisher, publishedAt, signatures, provenance } = release;
  const by = publisher === undefined ? [] : [`by ${publisher}`];
  return [
    ...(mirror === undefined ? [] : [['Mirror', printable(mirror)] as const]),
    ['Published', listed([publishedAt?.slice(0, 10) ?? 'at an unknown time', ...by])],
    ['Signature', signatures === 'verified' ? 'signed by the registry' : 'none'],
    [
      'Provenance',
      provenance === 'absent' ? 'none' : printable(`built by ${provenance.subject}, says ${provenance.issuer}`),
    ],
  ];
}

/** Converts a lockfile source to words. */
export function sourceWords(source: string): string {
  return source.replace(/^bundled:.*/u, 'bundled').replace(/^(?:folder|archive|registry):/u, 'from ');
}
