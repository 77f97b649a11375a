/** A local Sigstore instance, and a CI that identifies the job that requests a certificate. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fulcioHandler } from '@sigstore/mock';
import { dsseEntry, issuer, workflow, type Builders } from './attestations.ts';
import { json } from './fake-registry.ts';

export interface SigstoreServer extends AsyncDisposable {
  /** Environment of a job in that CI: it may ask for a token, and knows where this instance is. */
  readonly env: Readonly<Record<string, string>>;
  /** Identity token for a job of the workflow, if the CI provides the token. */
  readonly token: string;
  /** Requested paths, in order. */
  readonly received: readonly string[];
  /** Which workflow the jobs are of, from now on. */
  builder: string;
}

/** Variables of a job, as on GitHub. */
const job = {
  GITHUB_ACTIONS: 'true',
  GITHUB_REPOSITORY: 'acme/chat',
  GITHUB_REPOSITORY_ID: '1',
  GITHUB_REPOSITORY_OWNER_ID: '2',
  GITHUB_SERVER_URL: 'https://github.com',
  GITHUB_EVENT_NAME: 'push',
  GITHUB_REF: 'refs/tags/v1.0.0',
  GITHUB_SHA: '0123456789abcdef0123456789abcdef01234567',
  GITHUB_WORKFLOW_REF: 'acme/chat/.github/workflows/release.yml@refs/tags/v1.0.0',
  GITHUB_RUN_ID: '3',
  GITHUB_RUN_ATTEMPT: '1',
  RUNNER_ENVIRONMENT: 'github-hosted',
} as const;

const requestToken = 'canary-of-the-job';

export async function sigstoreServer({ instance }: Builders): Promise<SigstoreServer> {
  const received: string[] = [];
  const certify = fulcioHandler(instance.ca, { subjectClaim: 'workflow' });
  const server = createServer((request, response) => {
    received.push((request.url ?? '').split('?', 1)[0] ?? '');
    answer(request, response).catch((error: unknown) => json(response, { error: String(error) }, 500));
  });
  const state = { builder: workflow };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await textOf(request);
    switch (new URL(request.url ?? '', 'http://localhost').pathname) {
      case '/token':
        if (request.headers.authorization !== `Bearer ${requestToken}`) return json(response, {}, 401);
        return json(response, { value: tokenFor(state.builder) });
      case '/ca/api/v2/signingCert': {
        const certified = await certify.fn(body);
        response.writeHead(certified.statusCode, { 'content-type': 'application/json' }).end(certified.response);
        return;
      }
      case '/log/api/v1/log/entries':
        return json(response, await instance.log.log(entryOf(body)), 201);
      default:
        return json(response, {}, 404);
    }
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    received,
    env: {
      ...job,
      ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: requestToken,
      GENLOCK_FULCIO_URL: `${url}/ca/`,
      GENLOCK_REKOR_URL: `${url}/log/`,
    },
    get token() {
      return tokenFor(state.builder);
    },
    get builder() {
      return state.builder;
    },
    set builder(builder) {
      state.builder = builder;
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Creates a token. The server reads only its content and does not check the signature. */
function tokenFor(builder: string): string {
  return `${part({ alg: 'none' })}.${part({ sub: 'repo:acme/chat', iss: issuer, workflow: builder })}.${part({})}`;
}

interface Proposed {
  readonly spec: { readonly proposedContent: { readonly envelope: string; readonly verifiers: readonly [string] } };
}

interface Envelope {
  readonly payload: string;
  readonly signatures: readonly [{ readonly sig: string }];
}

/** A log keeps what it was shown by its hashes. */
function entryOf(body: string): object {
  const { proposedContent } = (JSON.parse(body) as Proposed).spec;
  const envelope = JSON.parse(proposedContent.envelope) as Envelope;
  const payload = Buffer.from(envelope.payload, 'base64');
  return dsseEntry({ payload, signature: envelope.signatures[0].sig, verifier: proposedContent.verifiers[0] });
}

async function textOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return Buffer.concat(pieces).toString();
}
