import { createHash } from 'node:crypto';
import type { RequestHandler } from 'express';
import helmet, { contentSecurityPolicy, strictTransportSecurity } from 'helmet';
import { hosts } from '../generated/security-policy';

/** Pages may load resources from this server only, and from the hosts that plugins register. */
const directives = {
  defaultSrc: ["'self'"],
  baseUri: ["'none'"],
  connectSrc: ["'self'", ...hosts.connect],
  fontSrc: ["'self'", ...hosts.font],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
  frameSrc: ["'self'", ...hosts.frame],
  imgSrc: ["'self'", 'data:', ...hosts.image],
  mediaSrc: ["'self'", ...hosts.media],
  objectSrc: ["'none'"],
  scriptSrc: ["'self'", ...hosts.script],
  styleSrc: ["'self'", ...hosts.style],
};

const headers = helmet({
  contentSecurityPolicy: { useDefaults: false, directives },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
});

const https = strictTransportSecurity();

/** Sends Strict-Transport-Security only on HTTPS requests. */
const headersOfHttps: RequestHandler = (req, res, next) => {
  if (req.secure) https(req, res, next);
  else next();
};

export const securityHeaders: RequestHandler[] = [headers, headersOfHttps];

/** Allows the inline scripts and styles of an HTML file by their hashes. */
export function allowInline(html: string): RequestHandler {
  const { scriptSrc, styleSrc } = directives;
  return contentSecurityPolicy({
    useDefaults: false,
    directives: {
      ...directives,
      scriptSrc: [...scriptSrc, ...hashesOf(html, 'script')],
      styleSrc: [...styleSrc, ...hashesOf(html, 'style')],
    },
  });
}

function hashesOf(html: string, tag: 'script' | 'style'): string[] {
  const elements = html.matchAll(new RegExp(`<${tag}\\b[^>]*>(.+?)</${tag}>`, 'gs'));
  return Array.from(elements, ([, content = '']) => {
    return `'sha256-${createHash('sha256').update(content).digest('base64')}'`;
  });
}

/** Forbids caching, because API responses contain personal data. */
export const keepNoCopy: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
