import type { IncomingMessage, ServerResponse } from 'node:http';
import { keptMails } from './mailbox.ts';
import { framedHtml, mailboxPage } from './mailbox-page.ts';

const page = "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'";
/** Runs no script of a mail, and opens links in a new tab. */
const frame =
  "default-src 'none'; style-src 'unsafe-inline'; sandbox allow-popups allow-popups-to-escape-sandbox";

/**
 * Serves the mailbox: `/admin/mailbox` and `/api/admin/mailbox`. Only browsers on this machine see
 * it, because the mails contain tokens.
 */
export function serveMailbox(req: IncomingMessage, res: ServerResponse, next: () => void): void {
  const [path = ''] = (req.url ?? '').split('?');
  const [, id] = /^\/admin\/mailbox\/([\w-]+)$/.exec(path) ?? [];
  if (req.method !== 'GET' || !isLocal(req)) return next();
  if (path === '/admin/mailbox') return send(res, 'text/html', mailboxPage(keptMails()), page);
  if (path === '/api/admin/mailbox') {
    return send(res, 'application/json', JSON.stringify(keptMails()));
  }
  const html = keptMails().find((mail) => mail.id === id)?.html;
  if (html === undefined) return next();
  send(res, 'text/html', framedHtml(html), frame);
}

/** Another site can give its name the address of this machine, and a tunnel forwards requests to it. */
function isLocal({ socket, headers }: IncomingMessage): boolean {
  const isLoopback = /^(?:::1|(?:::ffff:)?127\.\d+\.\d+\.\d+)$/.test(socket.remoteAddress ?? '');
  const isNamed = /^(?:(?:.+\.)?localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/.test(headers.host ?? '');
  const isForwarded = 'x-forwarded-for' in headers || 'forwarded' in headers;
  return isLoopback && isNamed && !isForwarded;
}

function send(res: ServerResponse, type: string, body: string, policy?: string): void {
  res.writeHead(200, {
    'Content-Type': `${type}; charset=utf-8`,
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
    ...(policy !== undefined && { 'Content-Security-Policy': policy }),
  });
  res.end(body);
}
