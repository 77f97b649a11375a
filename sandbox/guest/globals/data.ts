export { default as atob } from 'core-js-pure/actual/atob';
export { default as btoa } from 'core-js-pure/actual/btoa';
export { default as structuredClone } from 'core-js-pure/actual/structured-clone';
