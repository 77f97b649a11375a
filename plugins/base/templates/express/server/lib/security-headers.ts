import type { RequestHandler } from 'express';
import helmet, { strictTransportSecurity } from 'helmet';

/** Pages may load resources from this server only. */
const headers = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'self'"],
      baseUri: ["'none'"],
      formAction: ["'self'"],
      frameAncestors: ["'none'"],
      imgSrc: ["'self'", 'data:'],
      objectSrc: ["'none'"],
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
