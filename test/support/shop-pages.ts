/** Pages of the shop that need no record. */
const pages = [
  ...['/', '/nowhere', '/admin', '/admin/settings'],
  ...['/admin/customers', '/admin/customers/new', '/admin/products', '/admin/orders', '/admin/orders/new'],
];

/** Pages of the newest record of an entity. */
const recordPages = [
  '/admin/customers/:id',
  '/admin/orders/:id',
  '/admin/orders/:id/edit',
  '/admin/orders/new?copy=:id',
];

/** The kinds of pages that the shop has. */
export const shopPages: readonly string[] = [...pages, ...recordPages];

/** Returns the address of a page, with the id of the newest record. */
export async function addressOf(url: string, path: string): Promise<string> {
  if (!path.includes(':id')) return url + path;
  const [, , entity = ''] = path.split('/');
  const list = await fetch(`${url}/api/${entity}?limit=1`);
  const [record] = (await list.json()) as { id: string }[];
  return url + path.replace(':id', record?.id ?? '');
}

/** Returns the records of a request to the API. */
export async function records<Item>(url: string, query: string): Promise<Item[]> {
  return (await (await fetch(`${url}/api/${query}`)).json()) as Item[];
}

/** Returns the number of records, up to 200. */
export const count = async (url: string, path: string) => (await records(url, `${path}?limit=200`)).length;

/** Creates a customer. Returns the path in the API. */
export async function newCustomer(url: string, customer: { name: string; email: string }): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const created = await fetch(`${url}/api/customers`, { method: 'POST', headers, body: JSON.stringify(customer) });
  return created.headers.get('location') ?? '';
}
