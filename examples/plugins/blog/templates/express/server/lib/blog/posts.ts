import { z } from 'zod';
import { db } from '../db';

/** The values of a post that administrators set. */
export const postInput = z.object({
  slug: z
    .string()
    .max(100)
    .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Use lower-case letters, digits and single hyphens'),
  title: z.string().trim().min(1).max(200),
  summary: z.string().trim().max(500),
  body: z.string().max(80_000),
  authorName: z.string().trim().max(100),
  isPublished: z.boolean(),
});

/** Returns the condition for posts that visitors can read. */
export function published(now = new Date()) {
  return { publishedAt: { not: null, lte: now } };
}

/** Returns published posts, the newest first. */
export function newestPosts(take: number, before = new Date()) {
  return db.blogPost.findMany({
    where: { publishedAt: { not: null, lt: before } },
    orderBy: [{ publishedAt: 'desc' }, { id: 'desc' }],
    take,
  });
}

/** Returns the values to store. A post keeps the time of its first publication. */
export function valuesOf(
  { isPublished, ...values }: z.output<typeof postInput>,
  previous: { publishedAt: Date | null } = { publishedAt: null },
) {
  return { ...values, publishedAt: isPublished ? (previous.publishedAt ?? new Date()) : null };
}
