import { resolve } from 'node:path';
import express, { Router } from 'express';

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
