/** A registry with one user, and tokens. */
import type { IncomingMessage } from 'node:http';
import { fakeRegistry, json, type FakeRegistry } from './fake-registry.ts';

export const user = { name: 'ada', password: 'pass word/+"ä' } as const;
export const token = 'npm_canaryToken0123456789';

export interface SessionRegistry extends FakeRegistry {
  /** Bodies of requests to sign in. */
  readonly bodies: readonly unknown[];
}

export async function sessionRegistry(): Promise<SessionRegistry> {
  const registry = await fakeRegistry();
  const bodies: unknown[] = [];
  registry.answer(`/-/user/org.couchdb.user:${user.name}`, (request, response) => {
    const check = async (): Promise<void> => {
      const body = await bodyOf(request);
      bodies.push(body);
      const isRight = (body as { password?: unknown }).password === user.password;
      // Some servers send back what they were sent.
      json(response, isRight ? { ok: true, token } : { error: `wrong: ${JSON.stringify(body)}` }, isRight ? 201 : 401);
    };
    void check();
  });
  registry.answer('/-/whoami', ({ headers }, response) => {
    const isKnown = headers.authorization === `Bearer ${token}`;
    json(response, isKnown ? { username: user.name } : {}, isKnown ? 200 : 401);
  });
  registry.answer(`/-/user/token/${token}`, ({ method }, response) =>
    json(response, {}, method === 'DELETE' ? 200 : 405),
  );
  return Object.assign(registry, { bodies });
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece as Buffer);
  return JSON.parse(Buffer.concat(pieces).toString());
}
