import compression from 'compression';

/**
 * Compresses responses of at least 1 kB, unless `Cache-Control` contains `no-transform`. Responses
 * that set cookies contain tokens: the size of a compressed response would help to guess them.
 */
export const compressResponses = compression({
  filter: (req, res) => !res.hasHeader('Set-Cookie') && compression.filter(req, res),
});
