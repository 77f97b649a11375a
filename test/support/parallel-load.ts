/**
 * Writes and reads categories and orders of the configuration `twelve` in parallel, each client its own records.
 *
 * @param url of the generated application
 * @returns a sentence per wrong response
 */
export async function parallelLoad(url: string, { clients, rounds }: Load): Promise<readonly string[]> {
  const found: string[] = [];
  const load = Array.from({ length: clients }, async (_, client) => {
    for (let round = 0; round < rounds; round++) {
      const name = `load ${client} ${round}`;
      found.push(...(await category(url, name)), ...(await order(url, name)));
    }
  });
  await Promise.all(load);
  return found;
}

interface Load {
  /** The number of parallel clients. */
  readonly clients: number;
  /** The number of records per client. */
  readonly rounds: number;
}

/** A record with links to others, which the application writes in a transaction. */
async function category(url: string, name: string): Promise<readonly string[]> {
  const [one, other] = await Promise.all(
    [name, `${name} related`].map((text) => send(`${url}/api/categories`, 'POST', { name: text })),
  );
  const path = `${url}/api/categories/${one?.body.id}`;
  const steps = [
    one,
    other,
    await send(path, 'PATCH', { relatedIds: [other?.body.id], parentId: other?.body.id }),
    await send(`${path}?include=related,parent`, 'GET'),
  ];
  const last = steps.at(-1)?.body;
  const isRight = last?.name === name && last.parent?.name === `${name} related` && last.related?.length === 1;
  const faults = steps.flatMap((step) => (step?.isOk === true ? [] : [`${name}: ${JSON.stringify(step?.body)}`]));
  return isRight ? faults : [...faults, `${name}: read ${JSON.stringify(last)}`];
}

async function order(url: string, reference: string): Promise<readonly string[]> {
  const placedAt = '0001-01-01T00:00:00.000Z';
  const made = await send(`${url}/api/orders`, 'POST', { reference, placedAt });
  const { body } = await send(`${url}/api/orders/${made.body.id}`, 'GET');
  return body.reference === reference && body.placedAt === placedAt ? [] : [`${reference}: ${JSON.stringify(body)}`];
}

/** The used part of a response. */
interface Body {
  readonly id?: string;
  readonly name?: string;
  readonly reference?: string;
  readonly placedAt?: string;
  readonly parent?: { readonly name?: string } | null;
  readonly related?: readonly unknown[];
}

async function send(url: string, method: string, body?: object): Promise<{ isOk: boolean; body: Body }> {
  const response = await fetch(url, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { isOk: response.ok, body: (await response.json()) as Body };
}
