import * as sdk from 'genlock/sdk';

export default async function generate() {
  sdk.registerProvider({ name: 'StockProvider', import: '@/stock', order: @@RAW@@ });
}
