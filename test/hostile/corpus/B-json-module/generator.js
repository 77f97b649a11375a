import data from './data.json' with { type: 'json' };
import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerCSS(data);
}
