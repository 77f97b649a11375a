import * as z from 'zod';
import { rejected } from './refusal.ts';

const text = (most: number) => z.string().max(most);
/**
 * npm prints descriptions unchanged in search results, so control characters could affect the terminal or the text
 * direction.
 */
const description = text(1024).regex(/^(?:[^\p{Cc}\p{Bidi_C}]|[\t\r\n])*$/u);
const texts = z.record(text(256), text(2048));
const person = z.union([text(512), texts]);

/**
 * Descriptive metadata of a version. A search reads these fields for every package, and a field with an unexpected type
 * would break the search.
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
 * Reads a version's descriptive metadata from a request.
 *
 * @throws Refusal
 */
export function readVersionMetadata(metadata: unknown): z.infer<typeof saidSchema> {
  const { data, error } = saidSchema.safeParse(metadata);
  if (data !== undefined) return data;
  const [{ path } = { path: [] }] = error.issues;
  throw rejected(`${path.join('.')} is invalid for a package.json, or too long`);
}
