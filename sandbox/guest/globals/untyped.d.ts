/** Types for untyped libraries. Only the bundler uses these exports. */
declare module 'whatwg-url' {
  export const URL: unknown;
  export const URLSearchParams: unknown;
}
declare module 'core-js-pure/actual/*' {
  const implementation: unknown;
  export default implementation;
}
