export default async function generate() {
  const values = {
    URL: () => new URL('x:'),
    URLSearchParams: () => new URLSearchParams('a'),
    TextEncoder: () => new TextEncoder(),
    TextDecoder: () => new TextDecoder(),
    structuredClone: () => structuredClone({ a: 1 }),
    atob: () => atob,
    btoa: () => btoa,
    queueMicrotask: () => queueMicrotask,
  };
  const given = values["@@PAYLOAD@@"]();
  const make = typeof given === 'function' ? given.constructor : given.constructor.constructor;
  console.log(make('return typeof process')());
}
