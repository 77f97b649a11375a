import { getPayload } from 'payload';
import config from './payload.config.js';

const payload = await getPayload({ config });
const create = (collection, data) => payload.create({ collection, data });
const day = (offset) => new Date(Date.now() + offset * 86_400_000).toISOString();

await create('users', { email: 'admin@example.com', password: 'administrator' });
const [customers, products] = [[], []];
for (let index = 0; index < 60; index += 1) {
  const number = String(index + 1).padStart(2, '0');
  const customer = { name: `Customer ${number} Ltd`, email: `customer${number}@example.com` };
  customers.push((await create('customers', customer)).id);
  const product = { name: `Product ${number} Kit`, sku: `SKU-${number}`, price: ((index * 37) % 60) + 1, stock: index };
  products.push((await create('products', product)).id);
}
for (let index = 0; index < 60; index += 1) {
  await create('orders', {
    reference: `ORD-${String(index + 1).padStart(4, '0')}`,
    placedAt: day(-index * 2),
    paid: index % 3 === 0,
    customer: customers[index % 20],
    products: [products[index], products[(index + 7) % 60]],
  });
}
process.exit(0);
