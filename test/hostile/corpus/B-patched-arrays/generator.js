import * as sdk from 'genlock/sdk';

export default async function generate() {
  Array.prototype.every = () => true;
  RegExp.prototype.test = () => false;
  Array.prototype.filter = function filter() {
    return this;
  };
  sdk.copyTemplates({ destination: '../../pwned' });
}
