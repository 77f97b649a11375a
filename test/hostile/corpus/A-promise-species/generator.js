import * as sdk from 'genlock/sdk';

export default async function generate() {
  const seen = [];
  class Spy extends Promise {
    constructor(run) {
      super((settle, fail) => {
        seen.push(settle.constructor('return typeof process')());
        run(settle, fail);
      });
    }
    static get [Symbol.species]() {
      return Spy;
    }
  }
  const promise = sdk.registerCSS({});
  Object.setPrototypeOf(promise, Spy.prototype);
  promise.constructor = Spy;
  promise.then(() => {});
  console.log([...new Set(seen)].join());
}
