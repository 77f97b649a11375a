/** The part of nunjucks that runs without Node; its published types describe the whole and name Node's. */
declare module 'nunjucks/src/environment.js' {
  export class Environment {
    constructor(loaders: readonly [], options: { readonly autoescape: boolean });
  }
  export class Template {
    constructor(source: string, environment: Environment, name: string, eager: boolean);
    render(context: object): string;
  }
}
