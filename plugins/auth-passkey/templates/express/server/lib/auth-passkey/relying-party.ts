import { origin } from '../auth/port';
import { title } from '../../generated/openapi';

/** The application for authenticators. Passkeys belong to the host of `APP_URL`. */
export const relyingParty = { id: new URL(origin).hostname, name: title, origin };

/** The values that every response of an authenticator must have. */
export const expected = {
  expectedOrigin: relyingParty.origin,
  expectedRPID: relyingParty.id,
  // A passkey replaces password and second factor, so the device must verify the user.
  requireUserVerification: true,
};

/**
 * EdDSA, ES256 and RS256. The default of the library depends on the version of Node, and a passkey
 * must work on all of them.
 */
export const supportedAlgorithmIDs = [-8, -7, -257];
