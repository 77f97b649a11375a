import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, resolve } from 'node:path';
import express, { type RequestHandler, Router } from 'express';
import { clientPages } from './client-pages';
import { allowInline } from './security-headers';

/**
 * Serves the built client. Paths that are not files return the client’s HTML, and the client’s
 * router selects the page. The HTML also links to the scripts and the data of this page.
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
  const html = readHtml(`${root}/index.html`);
  if (html === undefined) return client;
  client.use('/assets', (_req, _res, next) => next('router'));
  client.use(allowInline(html));
  for (const { path, links } of clientPages(root)) client.get(path, sendHtml(html, links));
  client.get('/{*page}', sendHtml(html, new Map()));
  return client;
}

function readHtml(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Sends the client’s HTML with the links for the selected language, or for the browser’s. */
function sendHtml(html: string, links: ReadonlyMap<string, string>): RequestHandler {
  const pages = new Map(
    Array.from(links, ([language, found]) => [language, pageWith(html, found)]),
  );
  const plain = pageWith(html, '');
  return (req, res, next) => {
    if (!req.accepts('html')) return next();
    const selected = /(?:^|;\s*)language=([^;]*)/.exec(req.headers.cookie ?? '')?.[1] ?? '';
    const preferred = req.acceptsLanguages([...pages.keys()]) || 'en';
    const { text, tag } = pages.get(selected) ?? pages.get(preferred) ?? plain;
    res.set({ 'Cache-Control': 'no-cache', ETag: tag });
    res.vary('Accept-Language').vary('Cookie').type('html').send(text);
  };
}

/** Returns the HTML with links, and its version. */
function pageWith(html: string, links: string) {
  const text = html.replace('</head>', () => `${links}</head>`);
  return { text, tag: `W/"${createHash('sha256').update(text).digest('base64url')}"` };
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
