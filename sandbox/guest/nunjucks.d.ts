/** The part of nunjucks that runs without Node; its published types describe the whole and name Node's. */
declare module 'nunjucks/src/environment.js' {
  export interface Environment {
    readonly opts: object;
  }
  export const Environment: new (loaders: readonly [], options: { readonly autoescape: boolean }) => Environment;
  export interface Template {
    render(context: object): string;
  }
  export const Template: new (
    ...source: [text: string, environment: Environment, name: string, eager: boolean]
  ) => Template;
}
