import { middlewarePositions, type MiddlewarePosition } from '../../../sandbox/index.ts';
import { type Code, imports, lines, list, paragraphs, print } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { header } from '../header.ts';
import { pluginMiddleware } from './handlers.ts';

const descriptions: Readonly<Record<MiddlewarePosition, string>> = {
  beforeAuth: 'Handlers of plugins for every request, before the handlers of sign-in.',
  afterAuth: 'Handlers of plugins for every request, after the handlers of sign-in.',
  beforeRoutes: 'Handlers of plugins for requests below `/api` with a parsed body, before the routes.',
};

/** `server/generated/middleware.ts`: the handlers of plugins for all requests, by position. */
export const middleware: Emitter = function* ({ contributions }) {
  const all = pluginMiddleware(contributions);
  const variables = new Map(all.map(({ module, variable }) => [module, variable]));
  const importLines = [...variables]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([module, variable]) => imports([`middleware as ${variable}`], module));
  yield {
    path: 'server/generated/middleware.ts',
    content: print(
      paragraphs([
        lines([header, "import type { RequestHandler } from 'express';", ...importLines]),
        ...middlewarePositions.map((position): Code => {
          const handlers = all.filter((one) => one.position === position).map(({ variable }) => variable);
          return lines([
            `/** ${descriptions[position]} */`,
            [`export const ${position}: RequestHandler[] = `, list('[', handlers, ']'), ';'],
          ]);
        }),
      ]),
    ),
  };
};
