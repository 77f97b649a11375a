import { z } from 'zod';

const base64url = z
  .string()
  .regex(/^[\w-]+$/)
  .max(20_000);
const credential = {
  id: base64url.max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  // The server requests no extensions.
  clientExtensionResults: z.unknown().transform(() => ({})),
};

const transport = z.enum(['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb']);

/** A new passkey, as the browser sends it. */
export const registration = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: z.array(transport).max(10).default([]),
  }),
});

/** The proof of a passkey, as the browser sends it. */
export const authentication = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    // Absent for passkeys that do not store the account.
    userHandle: base64url,
  }),
});

export const passkeyName = z
  .string()
  .regex(/^\P{Cc}*$/u, { error: 'Expected one line' })
  .trim()
  .min(1)
  .max(100);
