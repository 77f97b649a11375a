import seeds from '@sigstore/tuf/seeds.json' with { type: 'json' };
import * as z from 'zod';

/** Trust data of Sigstore's public instance, bundled with its library. No network access is required. */
const targets = Object.values(seeds)[0]?.targets;

/** Returns the trusted root of Sigstore's public instance, as JSON. */
export function trustedRoot(): unknown {
  return target('trusted_root.json');
}

const keysSchema = z.object({
  keys: z.array(
    z.object({
      keyId: z.string(),
      keyUsage: z.string(),
      publicKey: z.object({ rawBytes: z.string(), validFor: z.object({ end: z.string().optional() }) }),
    }),
  ),
});

/** Returns the public registry's keys in the format of registry responses. */
export function publicKeys(): unknown {
  const { keys } = keysSchema.parse(target('registry.npmjs.org%2Fkeys.json'));
  const signing = keys.filter(({ keyUsage }) => keyUsage === 'npm:signatures');
  return {
    keys: signing.map(({ keyId, publicKey: { rawBytes, validFor } }) => ({
      keyid: keyId,
      key: rawBytes,
      expires: validFor.end,
    })),
  };
}

function target(name: keyof NonNullable<typeof targets>): unknown {
  const base64 = targets?.[name];
  if (base64 === undefined) throw new Error(`the snapshot has no ${name}`);
  return JSON.parse(Buffer.from(base64, 'base64').toString('utf8'));
}
