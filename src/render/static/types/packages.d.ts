/** The parts of packages of generated projects that static files use. This repository does not install these packages. */

declare module 'express' {
  import type { IncomingMessage, Server, ServerResponse } from 'node:http';

  export interface Request<Params = Record<string, string | string[]>> extends IncomingMessage {
    readonly params: Params;
    readonly path: string;
    // Parsers replace the body with data of any type, as in the package.
    // oxlint-disable-next-line typescript/no-explicit-any
    body: any;
    is(types: readonly string[]): string | false | null;
  }

  export interface Response extends ServerResponse {
    status(code: number): this;
    set(fields: Readonly<Record<string, string>>): this;
    set(field: string, value: string): this;
    type(type: string): this;
    send(body: unknown): this;
    json(body: unknown): this;
  }

  type Next = (deferTo?: unknown) => void;

  export type RequestHandler<Params = Record<string, string | string[]>> = (
    req: Request<Params>,
    res: Response,
    next: Next,
  ) => void | Promise<void>;

  export type ErrorRequestHandler = (
    error: unknown,
    req: Request,
    res: Response,
    next: Next,
  ) => void;

  type Verb = 'all' | 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';
  type Route = Record<Verb, (...handlers: readonly RequestHandler[]) => Route>;

  export interface Router extends RequestHandler {
    route(path: string): Route;
  }
  export function Router(): Router;

  export interface Express {
    use(
      ...handlers: readonly (RequestHandler | ErrorRequestHandler | readonly RequestHandler[])[]
    ): this;
    listen(port: number): Server;
  }

  interface BodyOptions {
    readonly limit?: string;
    readonly type?: string | readonly string[];
    readonly verify?: (req: unknown, res: unknown, body: unknown, charset: string) => void;
  }

  interface ExpressFactory {
    (): Express;
    json(options: BodyOptions): RequestHandler;
    raw(options: BodyOptions): RequestHandler;
  }

  const express: ExpressFactory;
  export default express;
}

declare module 'prisma/config' {
  export function defineConfig<Config extends object>(config: Config): Config;
}

declare module '@prisma/client-generator-ts' {
  export const PrismaClientTsGenerator: new () => object;
}

declare module '@prisma/internals' {
  interface Generator {
    generate(): Promise<void>;
    stop(): void;
  }

  export function getGenerators(options: {
    readonly schemaPath: string;
    readonly registry: Readonly<
      Record<string, { readonly type: 'in-process'; readonly generator: object }>
    >;
  }): Promise<readonly Generator[]>;
}
