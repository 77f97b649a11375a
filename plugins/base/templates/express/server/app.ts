import { bigIntAsString } from '@shared/lib/big-int';
import express, { type Express } from 'express';
import { before } from './generated/auth';
import { afterAuth, beforeAuth, beforeRoutes } from './generated/middleware';
import { api, beforeParsing } from './generated/routes';
import { admin } from './lib/admin';
import { serveClient } from './lib/client';
import { compressResponses } from './lib/compression';
import { env } from './lib/env';
import { handleError } from './lib/errors';
import { health } from './lib/health';
import { jsonBody } from './lib/json-body';
import { observeRequests, type TelemetryApi } from './lib/observe';
import { openApi } from './lib/openapi';
import { ownRoutes } from './lib/own-routes';
import { nothingHere } from './lib/problem';
import { limitRequests } from './lib/rate-limit';
import './lib/records/own-hooks';
import { identifyRequest, requestLog } from './lib/request-log';
import { keepNoCopy, securityHeaders } from './lib/security-headers';
import { requireSoundAddress } from './lib/sound-address';

interface AppOptions {
  /** The folder of the built client. Without it, only the API is served. */
  readonly client?: string;
  /** Traces and measures the requests. */
  readonly telemetry?: TelemetryApi | undefined;
}

/** Creates the application, ready to listen. */
export function createApp({ client, telemetry }: AppOptions = {}): Express {
  const app = express();
  app.set('trust proxy', env.TRUST_PROXY);
  // API responses are never cached, so they need no ETag. Static files set their own.
  app.set('etag', false);
  app.set('json replacer', bigIntAsString);

  app.use(identifyRequest, securityHeaders);
  app.use(health);
  if (telemetry !== undefined) app.use(observeRequests(telemetry));
  app.use(requestLog, compressResponses, ...beforeAuth, ...before, ...afterAuth);
  app.use(openApi);
  app.use('/api', ...limitRequests(), keepNoCopy, requireSoundAddress);
  app.use('/api/admin', admin);
  app.use('/api', beforeParsing, ownRoutes.beforeParsing, jsonBody, ...beforeRoutes);
  app.use('/api', api, ownRoutes.api, nothingHere);
  if (client !== undefined) app.use(serveClient(client));
  app.use(nothingHere);
  app.use(handleError);
  return app;
}
