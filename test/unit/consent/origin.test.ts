import { expect, test } from 'vitest';
import { originChanges, type Origin } from '../../../src/consent/origin.ts';

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
])('%s', (...[, before, after, changed]) => {
  expect(originChanges(before, after).map(({ what }) => what)).toEqual(changed);
});
