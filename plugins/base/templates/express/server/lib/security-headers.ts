import type { RequestHandler } from 'express';
import helmet, { strictTransportSecurity } from 'helmet';

/** Everything a page loads comes from this server. */
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

/** Only who came by HTTPS is told to stay with it. */
const headersOfHttps: RequestHandler = (req, res, next) => {
  if (req.secure) https(req, res, next);
  else next();
};

export const securityHeaders: RequestHandler[] = [headers, headersOfHttps];

/** Answers of the API hold people's data: nothing on the way keeps a copy. */
export const keepNoCopy: RequestHandler = (_req, res, next) => {
  res.set('Cache-Control', 'no-store');
  next();
};
