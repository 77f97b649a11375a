import { isIP } from 'node:net';
import { z } from 'zod';
import type { Recipient } from '../mailer';

/** The SMTP server and the account that sends. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** Whether TLS starts with the connection. Otherwise STARTTLS follows the greeting. */
  readonly secure: boolean;
  /** Only connections to this machine may be unencrypted. */
  readonly isLoopback: boolean;
  readonly auth?: { readonly user: string; readonly pass: string };
}

/** Parses `SMTP_URL`. Returns `undefined` for other URLs. Parameters are refused: none can turn TLS off. */
export function parseServer(text: string): SmtpServer | undefined {
  if (!URL.canParse(text)) return undefined;
  const url = new URL(text);
  const { protocol, search, hash, pathname, port } = url;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  const auth = accountOf(url);
  const isServer = /^smtps?:$/.test(protocol) && isHost(host) && port !== '0';
  if (!isServer || `${search}${hash}` !== '' || !/^\/?$/.test(pathname) || auth === 'malformed') {
    return undefined;
  }
  const secure = protocol === 'smtps:';
  return {
    host,
    port: port === '' ? (secure ? 465 : 587) : Number(port),
    secure,
    isLoopback: isLoopback(host),
    ...(auth && { auth }),
  };
}

function accountOf({ username, password }: URL): SmtpServer['auth'] | 'malformed' {
  if (username === '' && password === '') return undefined;
  if (username === '' || password === '') return 'malformed';
  try {
    return { user: decodeURIComponent(username), pass: decodeURIComponent(password) };
  } catch {
    return 'malformed';
  }
}

function isHost(host: string): boolean {
  return isIP(host) > 0 || /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(host);
}

function isLoopback(host: string): boolean {
  if (isIP(host) === 4) return host.startsWith('127.');
  return host === '::1' || /^(?:.+\.)?localhost$/i.test(host);
}

const address = z.email().max(254);

/** Parses `MAIL_FROM`: one address, or a name and one address: `Shop <noreply@example.com>`. */
export function parseSender(text: string): Recipient | undefined {
  const parts = /^(?<name>[^<>\p{Cc}]*)<(?<inner>[^<>]*)>$/u.exec(text.trim())?.groups;
  const { name = '', inner = text.trim() } = parts ?? {};
  if (!address.safeParse(inner).success) return undefined;
  const plain = name.trim().replace(/^"(.*)"$/, '$1');
  return plain === '' ? { address: inner } : { name: plain, address: inner };
}
