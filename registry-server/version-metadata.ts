import * as z from 'zod';
import { rejected } from './refusal.ts';

const text = (most: number) => z.string().max(most);
/** npm prints it to whoever searches as it is: nothing in it may be an order to a terminal, or turn the writing around. */
const description = text(1024).regex(/^(?:[^\p{Cc}\p{Bidi_C}]|[\t\r\n])*$/u);
const texts = z.record(text(256), text(2048));
const person = z.union([text(512), texts]);

/**
 * What people read of a version. Whoever looks for something goes through this of every package: what is of another kind
 * than expected there ends the search for everybody.
 */
const saidSchema = z.object({
  description: description.optional(),
  keywords: z.array(text(100)).max(100).optional(),
  license: z.union([text(256), texts]).optional(),
  author: person.optional(),
  contributors: z.array(person).max(100).optional(),
  homepage: text(2048).optional(),
  bugs: z.union([text(2048), texts]).optional(),
  repository: z.union([text(2048), texts]).optional(),
  type: text(64).optional(),
  main: text(1024).optional(),
  exports: z.unknown().optional(),
  types: text(1024).optional(),
  files: z.array(text(1024)).optional(),
  devDependencies: texts.optional(),
  gitHead: text(64).optional(),
  readme: z.string().optional(),
  readmeFilename: text(256).optional(),
});

/**
 * What a packument says of a version for people, of all that was sent.
 *
 * @throws Refusal
 */
export function readVersionMetadata(metadata: unknown): z.infer<typeof saidSchema> {
  const { data, error } = saidSchema.safeParse(metadata);
  if (data !== undefined) return data;
  const [{ path } = { path: [] }] = error.issues;
  throw rejected(`${path.join('.')} is not what a package.json has there, or is too long`);
}
