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
