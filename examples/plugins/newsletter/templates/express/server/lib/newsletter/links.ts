import { createHmac, timingSafeEqual } from 'node:crypto';
import { settings } from '../../generated/settings';
import { appLink } from '../app-link';
import { HttpProblem } from '../problem';

const { secret } = settings.newsletter;

type Purpose = 'confirm' | 'unsubscribe';

function signatureOf(purpose: Purpose, id: string): Buffer {
  return createHmac('sha256', secret).update(`${purpose}:${id}`).digest();
}

function tokenFor(purpose: Purpose, id: string): string {
  return `${id}.${signatureOf(purpose, id).toString('base64url')}`;
}

/** Returns the link to a page whose button confirms or cancels the subscription with this id. */
export function linkFor(purpose: Purpose, id: string): string {
  return appLink(`/newsletter/${purpose}`, { token: tokenFor(purpose, id) });
}

/** Returns the URL to which mail programs send a POST request to cancel the subscription with this id. */
export function unsubscribeUrl(id: string): string {
  return appLink(`/api/newsletter/cancellations/${tokenFor('unsubscribe', id)}`);
}

/**
 * Returns the id in the token of a link.
 * @throws HttpProblem 400 unless the token was made for this purpose
 */
export function readToken(purpose: Purpose, token: string): string {
  const [id = '', signature = ''] = token.split('.');
  const received = Buffer.from(signature, 'base64url');
  const expected = signatureOf(purpose, id);
  if (received.length !== expected.length || !timingSafeEqual(received, expected)) {
    throw invalidLink();
  }
  return id;
}

export function invalidLink(): HttpProblem {
  return new HttpProblem(400, { code: 'link_invalid', detail: 'The link is not valid.' });
}
