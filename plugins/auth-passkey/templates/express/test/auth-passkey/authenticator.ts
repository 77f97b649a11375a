import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { origin } from '../../server/lib/auth/port';

/** The report of an authenticator and a browser. The defaults belong to an honest device. */
interface Behavior {
  readonly origin?: string;
  readonly rpId?: string;
  readonly type?: 'webauthn.create' | 'webauthn.get';
  /** Whether the device checked a PIN, a fingerprint or a face. */
  readonly isVerified?: boolean;
  readonly counter?: number;
  /** The user that the passkey belongs to. */
  readonly userHandle?: string;
}

interface Options {
  readonly challenge: string;
  readonly user?: { readonly id: string };
}

const sha256 = (data: Buffer) => createHash('sha256').update(data).digest();
const base64url = (data: Buffer) => data.toString('base64url');

/** Creates a passkey in software (ES256, without attestation). */
export function createAuthenticator() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = base64url(credentialId);
  const credential = { id, rawId: id, type: 'public-key', clientExtensionResults: {} };
  let owner = '';

  function clientData(challenge: string, type: string, given: Behavior): Buffer {
    const data = { type, challenge, origin: given.origin ?? origin, crossOrigin: false };
    return Buffer.from(JSON.stringify(data));
  }

  /** The user present, the user verified, and attested data. */
  function authenticatorData(given: Behavior, attested: Buffer = Buffer.alloc(0)): Buffer {
    const { rpId = new URL(origin).hostname, isVerified = true, counter = 0 } = given;
    const flags = 0x01 | (isVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(Buffer.from(rpId)), head, attested]);
  }

  function coseKey(): Buffer {
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    return Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ]);
  }

  return {
    /** Returns a new passkey as a browser sends it. */
    create({ challenge, user }: Options, given: Behavior = {}) {
      owner = user?.id ?? '';
      const length = Buffer.from([0, credentialId.length]);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, coseKey()]);
      const data = authenticatorData(given, attested);
      const attestationObject = Buffer.concat([
        // CBOR: { fmt: "none", attStmt: {}, authData: <bytes> }
        Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746158', 'hex'),
        Buffer.from([data.length]),
        data,
      ]);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(clientData(challenge, given.type ?? 'webauthn.create', given)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      };
    },

    /** Returns a proof of the passkey as a browser sends it. */
    get({ challenge }: Options, given: Behavior = {}) {
      const client = clientData(challenge, given.type ?? 'webauthn.get', given);
      const data = authenticatorData(given);
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), privateKey);
      return {
        ...credential,
        response: {
          clientDataJSON: base64url(client),
          authenticatorData: base64url(data),
          signature: base64url(signature),
          userHandle: given.userHandle ?? owner,
        },
      };
    },
  };
}
