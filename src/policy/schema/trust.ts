import * as z from 'zod';
import { isSecure } from '../../../registry-client/origins.ts';
import { refuse } from '../../core/schema-check.ts';
import { duration, formed, glob, identityGlob, instant, policyCode as code, recordOf, registry } from './values.ts';

const identitySchema = z.strictObject({
  plugins: z.array(glob).min(1).meta({ description: 'Names and patterns of the plugins.' }),
  issuer: z.url().meta({ description: 'Who says who built it.' }),
  subject: identityGlob.meta({ description: 'The workflow that built it; "*" stays within one segment.' }),
});

/** What every key on the curve P-256 begins with, and how long it is. */
const spki = /^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{86}==$/u;

const keySchema = z.strictObject({
  keyid: z.string().min(1).max(200).meta({ description: 'As signatures name it: "SHA256:…".' }),
  key: formed((given) => spki.test(given), 'It is a key on the curve P-256: base64 of a SubjectPublicKeyInfo.').meta({
    description: 'Base64 of a SubjectPublicKeyInfo on the curve P-256.',
  }),
  expires: instant.exactOptional().meta({ description: 'What is published from this instant on it signs no more.' }),
});

const path = z.string().min(1).max(1000);

const address = formed(isAddress, 'It is an https address without a user.');

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isSecure(url) && url.username === '' && url.password === '' && url.hash === '';
}

const revocationsSchema = z
  .strictObject({
    file: path
      .exactOptional()
      .meta({ description: 'Where the list is, from the root or from the folder of this file.' }),
    url: address.exactOptional().meta({ description: 'Where it is fetched. Not in a policy of a project.' }),
    maxStale: duration.meta({ description: 'How long ago the list may have been updated: "2d".' }),
  })
  .check((context) => {
    const { file, url } = context.value;
    if ((file === undefined) !== (url === undefined)) return;
    refuse(context, { code, message: 'A list of what is revoked has one place: "file" or "url".' });
  });

/** What must be known of a release. */
export const trustSchema = z
  .strictObject({
    integrity: z.literal('required').exactOptional().meta({ description: 'It always is.' }),
    signatures: z.enum(['required', 'if-present']).exactOptional().meta({
      description: 'Whether the registry must have signed it. A signature that is wrong is always refused.',
    }),
    keys: recordOf(registry, z.array(keySchema).max(100)).exactOptional().meta({
      description: 'By the address of a registry: the only keys it signs with, whatever it says itself.',
    }),
    provenance: z.enum(['required', 'if-present']).exactOptional().meta({
      description: 'Whether it must be known how it was built. A proof that is wrong is always refused.',
    }),
    trustedRoot: path.exactOptional().meta({
      description:
        'A trusted_root.json of Sigstore, instead of that of its public instance. Not in a policy of a project.',
    }),
    identities: z.array(identitySchema).exactOptional().meta({
      description: 'Plugins that must have been built by one of those named for them.',
    }),
    noDowngrade: z.literal(true).exactOptional().meta({
      description: 'A release that has less than the installed one had is refused; otherwise somebody is asked.',
    }),
    noDowngradeIgnoreAfter: duration.exactOptional().meta({
      description: 'What was published longer ago than this is not refused for that.',
    }),
    noDowngradeExclude: z.array(glob).exactOptional().meta({
      description: 'Plugins that are not refused for that.',
    }),
    revocations: revocationsSchema
      .exactOptional()
      .meta({ description: 'A list of releases that may not come or stay.' }),
  })
  .check((context) => {
    const { noDowngrade, noDowngradeIgnoreAfter, noDowngradeExclude } = context.value;
    if (noDowngrade === true || (noDowngradeIgnoreAfter ?? noDowngradeExclude) === undefined) return;
    const path = [noDowngradeIgnoreAfter === undefined ? 'noDowngradeExclude' : 'noDowngradeIgnoreAfter'];
    refuse(context, { code, message: 'It says nothing without "noDowngrade": true.', path });
  })
  .meta({ description: 'What must be known of a release of a registry.' });
