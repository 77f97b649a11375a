import { expect, test } from 'vitest';
import { needsAnswer, originChanges, type Origin } from '../../../src/consent/origin.ts';

const builtBy = (subject: string, issuer = 'https://ci.example'): Origin['trust'] => ({
  provenance: { issuer, subject },
});
const signed = (signatures: 'verified' | 'absent'): Origin['trust'] => ({ signatures, provenance: 'absent' });
const release = 'https://git.example/a/b/release.yml';
const known: Origin = {
  source: 'registry:https://a.example/',
  publisher: 'ada',
  trust: builtBy(`${release}@refs/tags/v1`),
};
const folder: Origin = { source: 'folder:../chat' };
const at = (version: string): Origin => ({ ...known, version });
const published = (day: string): Origin => ({ ...known, publishedAt: new Date(day) });

test.each<[what: string, before: Origin, after: Origin, changed: readonly string[]]>([
  ['nothing', known, known, []],
  ['the tag a workflow ran for', known, { ...known, trust: builtBy(`${release}@refs/tags/v2`) }, []],
  ['the registry', known, { ...known, source: 'registry:https://b.example/' }, ['registry']],
  ['a folder for a registry', { source: 'folder:../chat' }, known, ['registry']],
  ['a registry for a folder, which was typed', known, { source: 'folder:../chat' }, []],
  ['the publisher', known, { ...known, publisher: 'eve' }, ['publisher']],
  ['a publisher for nobody', known, { ...known, publisher: undefined }, ['publisher']],
  ['nobody for a publisher', { ...known, publisher: undefined }, known, []],
  [
    'the workflow',
    known,
    { ...known, trust: builtBy('https://git.example/e/b/release.yml@refs/tags/v1') },
    ['builder'],
  ],
  [
    'who vouches for it',
    known,
    { ...known, trust: builtBy(`${release}@refs/tags/v1`, 'https://evil.example') },
    ['builder'],
  ],
  ['provenance for none', known, { ...known, trust: { provenance: 'absent' } }, ['builder']],
  [
    'a signature for none',
    { ...known, trust: signed('verified') },
    { ...known, trust: signed('absent') },
    ['signature'],
  ],
  [
    'a signature for nothing known',
    { ...known, trust: signed('verified') },
    { ...known, trust: undefined },
    ['signature'],
  ],
  ['none for a signature', { ...known, trust: signed('absent') }, { ...known, trust: signed('verified') }, []],
  ['none for provenance', { ...known, trust: { provenance: 'absent' } }, known, []],
  ['all of it', known, { source: 'registry:https://b.example/' }, ['registry', 'publisher', 'builder']],
  ['a lower version', at('1.4.0'), at('1.3.9'), ['downgrade']],
  ['a prerelease of the same version', at('1.4.0'), at('1.4.0-beta.1'), ['downgrade']],
  ['a lower version of a folder', { ...folder, version: '2.0.0' }, { ...folder, version: '1.0.0' }, ['downgrade']],
  ['an earlier publication', published('2026-03-04'), published('2026-01-02'), ['older']],
  ['a later publication', published('2026-01-02'), published('2026-03-04'), []],
  ['a publication for an unknown time', published('2026-01-02'), known, []],
  ['another major version', at('1.4.0'), at('2.0.0'), ['major']],
  ['another minor version below 1.0', at('0.4.1'), at('0.5.0'), ['major']],
  ['the first stable version', at('0.9.0'), at('1.0.0'), ['major']],
  ['another minor version', at('1.4.0'), at('1.5.0'), []],
  ['another patch below 1.0', at('0.4.0'), at('0.4.1'), []],
  ['no version', at('latest'), at('1.0.0'), []],
])('%s', (...[, before, after, changed]) => {
  expect(originChanges(before, after).map(({ what }) => what)).toEqual(changed);
});

test('a major version alone needs no answer', () => {
  expect(needsAnswer(originChanges(at('1.4.0'), at('2.0.0')))).toBe(false);
  expect(needsAnswer(originChanges(at('2.0.0'), at('1.4.0')))).toBe(true);
  expect(needsAnswer(originChanges(at('1.4.0'), { ...at('2.0.0'), publisher: 'eve' }))).toBe(true);
});
