import type { RequestHandler } from 'express';
import { authConfig } from './config';

/** Allows CORS requests from the configured origins only. */
export const admitOrigins: RequestHandler = (req, res, next) => {
  const { origin } = req.headers;
  if (origin === undefined || !authConfig.allowedOrigins.has(origin)) return next();
  res.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Credentials': 'true',
    'Access-Control-Expose-Headers': 'Link, Location, RateLimit, Retry-After, X-Request-Id',
  });
  const isQuestion = req.method === 'OPTIONS' && 'access-control-request-method' in req.headers;
  if (!isQuestion) return next();
  res.set({
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type, X-Token-Delivery',
    'Access-Control-Max-Age': '600',
  });
  res.status(204).end();
};
