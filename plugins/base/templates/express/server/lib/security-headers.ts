import type { RequestHandler } from 'express';
import helmet, { strictTransportSecurity } from 'helmet';
import { hosts } from '../generated/security-policy';

/** Pages may load resources from this server only, and from the hosts that plugins register. */
const headers = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
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
    },
  },
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

/** Forbids caching, because API responses contain personal data. */
export const keepNoCopy: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
