import { env } from './env';

/**
 * Returns the address of a page, for a mail. It comes from `APP_URL`, because a client can send any
 * `Host`. Values such as a token stand after `#`: browsers send them to no server.
 */
export function appLink(path: string, fragment: Readonly<Record<string, string>> = {}): string {
  const url = new URL(env.APP_URL ?? `http://localhost:${env.PORT}`);
  url.search = '';
  url.pathname = path;
  url.hash = new URLSearchParams(fragment).toString();
  return url.href;
}
