import { existsSync, readdirSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import express, { type RequestHandler, Router } from 'express';

/**
 * Serves the built client. Paths that are not files return the client’s HTML, and the client’s
 * router selects the page.
 */
export function serveClient(folder: string): Router {
  const root = resolve(folder);
  const client = Router();
  // Names of built assets contain a content hash.
  client.use(
    '/assets',
    preferCompressed(`${root}/assets`),
    express.static(`${root}/assets`, {
      immutable: true,
      maxAge: '1y',
      index: false,
      redirect: false,
    }),
  );
  client.use(express.static(root, { index: false, redirect: false }));
  client.get('/{*page}', (req, res, next) => {
    if (req.accepts('html') && !req.path.startsWith('/assets/')) {
      res.set('Cache-Control', 'no-cache').sendFile('index.html', { root });
    } else {
      next();
    }
  });
  return client;
}

/** Selects the compressed copy of a file if it exists and the client accepts it. */
function preferCompressed(folder: string): RequestHandler {
  const files = existsSync(folder) ? readdirSync(folder) : [];
  const copies = new Set(files.filter((name) => name.endsWith('.br')).map((name) => `/${name}`));
  return (req, res, next) => {
    const { path } = req;
    const copy = `${path}.br`;
    if (copies.has(copy)) {
      res.vary('Accept-Encoding');
      if (req.acceptsEncodings('br') === 'br') {
        res.type(extname(path)).set('Content-Encoding', 'br');
        req.url = copy;
      }
    }
    next();
  };
}
