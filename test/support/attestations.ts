/** A private Sigstore instance: an authority, its logs, and provenance statements. */
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { initializeCA, initializeCTLog, initializeTLog } from '@sigstore/mock';

/** Content of a statement, and the times of its parts. */
export interface Statement {
  readonly name: string;
  readonly integrity: string;
  readonly predicateType?: string;
  readonly builder?: string;
  readonly issuer?: string;
  /** When the authority gave its certificate: it is good for ten minutes. */
  readonly certified?: Date;
}

export interface Builders {
  /** Trusted root of this instance, as Sigstore JSON. */
  readonly trustedRoot: unknown;
  /** Parts of the instance, for a server. */
  readonly instance: Instance;
  /** One entry of a registry's answer. */
  attest(
    statement: Statement,
  ): Promise<{ readonly predicateType: string; readonly bundle: Awaited<ReturnType<typeof bundleOf>> }>;
}

export const provenanceType = 'https://slsa.dev/provenance/v1';
export const workflow = 'https://github.com/acme/chat/.github/workflows/release.yml@refs/tags/v1.0.0';
export const issuer = 'https://token.actions.githubusercontent.com';

const curve = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
const base64 = (bytes: ArrayBufferView | Buffer) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
const sha256 = (bytes: Uint8Array | string, form: 'hex' | 'base64') => createHash('sha256').update(bytes).digest(form);
const payloadType = 'application/vnd.in-toto+json';

export async function builders(): Promise<Builders> {
  const authority = curve('P-384');
  const ctLog = await initializeCTLog(curve('P-256'));
  const log = await initializeTLog('https://log.example', curve('P-256'));
  const now = await initializeCA(authority, ctLog);
  return {
    instance: { ca: now, log },
    trustedRoot: {
      mediaType: 'application/vnd.dev.sigstore.trustedroot+json;version=0.1',
      tlogs: [logJson(log.publicKey)],
      ctlogs: [logJson(ctLog.publicKey)],
      certificateAuthorities: [
        {
          subject: { organization: 'sigstore.mock', commonName: 'sigstore' },
          uri: 'https://authority.example',
          certChain: { certificates: [{ rawBytes: base64(now.rootCertificate) }] },
          validFor: { start: '2020-01-01T00:00:00Z' },
        },
      ],
      timestampAuthorities: [],
    },
    async attest(statement) {
      const { certified, predicateType = provenanceType } = statement;
      const ca = certified === undefined ? now : await initializeCA(authority, ctLog, certified);
      return { predicateType, bundle: await bundleOf({ ...statement, predicateType }, { ca, log }) };
    },
  };
}

export interface Instance {
  readonly ca: Awaited<ReturnType<typeof initializeCA>>;
  readonly log: Awaited<ReturnType<typeof initializeTLog>>;
}

async function bundleOf(statement: Statement, { ca, log }: Instance) {
  const { publicKey, privateKey } = curve('P-256');
  const der = await ca.issueCertificate({
    publicKey: publicKey.export({ format: 'der', type: 'spki' }),
    subjectAltName: statement.builder ?? workflow,
    extensions: [{ oid: '1.3.6.1.4.1.57264.1.8', value: statement.issuer ?? issuer }],
  });
  const payload = Buffer.from(JSON.stringify(statementOf(statement)));
  const signature = sign('sha256', encoded(payload), privateKey).toString('base64');
  const pem = `-----BEGIN CERTIFICATE-----\n${base64(der)}\n-----END CERTIFICATE-----\n`;
  const entry = await log.log(dsseEntry({ payload, signature, verifier: Buffer.from(pem).toString('base64') }));
  return {
    mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json',
    verificationMaterial: { certificate: { rawBytes: base64(der) }, tlogEntries: Object.values(entry).map(logged) },
    dsseEnvelope: { payload: payload.toString('base64'), payloadType, signatures: [{ sig: signature, keyid: '' }] },
  };
}

/** Returns the log entry of an envelope. */
export function dsseEntry({ payload, signature, verifier }: Signed): object {
  const value = sha256(payload, 'hex');
  const hash = { algorithm: 'sha256', value };
  const spec = { envelopeHash: hash, payloadHash: hash, signatures: [{ signature, verifier }] };
  return { apiVersion: '0.0.1', kind: 'dsse', spec };
}

interface Signed {
  readonly payload: Buffer;
  /** Base64. */
  readonly signature: string;
  /** Base64 of a certificate, PEM. */
  readonly verifier: string;
}

function statementOf({ name, integrity, predicateType }: Statement) {
  const sha512 = Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex');
  const subject = [{ name, digest: { sha512 } }];
  return { _type: 'https://in-toto.io/Statement/v1', subject, predicateType, predicate: {} };
}

/** Returns the signed bytes of an envelope. */
function encoded(payload: Buffer): Buffer {
  return Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${payload.length} ${payload.toString()}`);
}

type LogEntry = Awaited<ReturnType<Instance['log']['log']>>[string];

/** An entry as a bundle holds it. */
function logged({ body, integratedTime, logID, logIndex, verification }: NonNullable<LogEntry>) {
  const proof = verification?.inclusionProof;
  return {
    logIndex: String(logIndex),
    logId: { keyId: Buffer.from(logID, 'hex').toString('base64') },
    kindVersion: { kind: 'dsse', version: '0.0.1' },
    integratedTime: String(integratedTime),
    inclusionPromise: { signedEntryTimestamp: verification?.signedEntryTimestamp },
    inclusionProof: {
      logIndex: String(proof?.logIndex),
      treeSize: String(proof?.treeSize),
      rootHash: Buffer.from(proof?.rootHash ?? '', 'hex').toString('base64'),
      hashes: [],
      checkpoint: { envelope: proof?.checkpoint },
    },
    canonicalizedBody: body,
  };
}

function logJson(publicKey: Buffer) {
  return {
    baseUrl: 'https://log.example',
    hashAlgorithm: 'SHA2_256',
    publicKey: {
      rawBytes: publicKey.toString('base64'),
      keyDetails: 'PKIX_ECDSA_P256_SHA_256',
      validFor: { start: '2020-01-01T00:00:00Z' },
    },
    logId: { keyId: sha256(publicKey, 'base64') },
  };
}
