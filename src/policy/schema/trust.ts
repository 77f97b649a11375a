import * as z from 'zod';
import { isSecure } from '../../../registry-client/origins.ts';
import { refuse } from '../../core/schema-check.ts';
import { duration, formed, glob, identityGlob, instant, policyCode as code, recordOf, registry } from './values.ts';

const identitySchema = z.strictObject({
  plugins: z.array(glob).min(1).meta({ description: 'Names and patterns of the plugins.' }),
  issuer: z.url().meta({ description: 'Issuer of the build identity.' }),
  subject: identityGlob.meta({ description: 'The workflow that built it; "*" stays within one segment.' }),
});

/** Prefix and length of every P-256 public key. */
const spki = /^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{86}==$/u;

const keySchema = z.strictObject({
  keyid: z.string().min(1).max(200).meta({ description: 'Key id as named in signatures: "SHA256:…".' }),
  key: formed((given) => spki.test(given), 'The key must be a P-256 key: base64 of a SubjectPublicKeyInfo.').meta({
    description: 'Base64 of a SubjectPublicKeyInfo of a P-256 key.',
  }),
  expires: instant
    .exactOptional()
    .meta({ description: 'The key is not valid for releases published from this instant on.' }),
});

const path = z.string().min(1).max(1000);

const address = formed(isAddress, 'The address must be an https URL without a user name.');

function isAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return isSecure(url) && url.username === '' && url.password === '' && url.hash === '';
}

const revocationsSchema = z
  .strictObject({
    file: path
      .exactOptional()
      .meta({ description: 'Path of the list, absolute or relative to the folder of this file.' }),
    url: address.exactOptional().meta({ description: 'URL of the list. Not allowed in a project policy.' }),
    maxStale: duration.meta({ description: 'Maximum age of the last update: "2d".' }),
  })
  .check((context) => {
    const { file, url } = context.value;
    if ((file === undefined) !== (url === undefined)) return;
    refuse(context, { code, message: 'Set either "file" or "url" for a revocation list.' });
  });

/** Trust requirements for a release. */
export const trustSchema = z
  .strictObject({
    integrity: z.literal('required').exactOptional().meta({ description: 'Always required.' }),
    signatures: z.enum(['required', 'if-present']).exactOptional().meta({
      description: 'Whether a registry signature is required. Invalid signatures are always rejected.',
    }),
    keys: recordOf(registry, z.array(keySchema).max(100)).exactOptional().meta({
      description:
        'The only valid signing keys, by registry address. Keys that the registry itself reports are ignored.',
    }),
    provenance: z.enum(['required', 'if-present']).exactOptional().meta({
      description: 'Whether provenance is required. Invalid provenance is always rejected.',
    }),
    trustedRoot: path.exactOptional().meta({
      description:
        'A trusted_root.json of Sigstore, instead of that of its public instance. Not in a policy of a project.',
    }),
    identities: z.array(identitySchema).exactOptional().meta({
      description: 'Plugins that must have been built by one of the listed identities.',
    }),
    noDowngrade: z.literal(true).exactOptional().meta({
      description: 'Deny releases with fewer proofs than the installed one. Without this key, they need consent.',
    }),
    noDowngradeIgnoreAfter: duration.exactOptional().meta({
      description: 'Releases older than this are exempt from noDowngrade.',
    }),
    noDowngradeExclude: z.array(glob).exactOptional().meta({
      description: 'Plugins that are exempt from noDowngrade.',
    }),
    revocations: revocationsSchema.exactOptional().meta({ description: 'List of revoked releases.' }),
  })
  .check((context) => {
    const { noDowngrade, noDowngradeIgnoreAfter, noDowngradeExclude } = context.value;
    if (noDowngrade === true || (noDowngradeIgnoreAfter ?? noDowngradeExclude) === undefined) return;
    const path = [noDowngradeIgnoreAfter === undefined ? 'noDowngradeExclude' : 'noDowngradeIgnoreAfter'];
    refuse(context, { code, message: 'This key has no effect without "noDowngrade": true.', path });
  })
  .meta({ description: 'Trust requirements for releases of a registry.' });
