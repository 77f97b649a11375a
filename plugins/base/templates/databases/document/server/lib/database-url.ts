import { z } from 'zod';

/** Where the MongoDB replica set is, and which of its databases is meant. */
export const databaseUrl = z.string().regex(/^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/, {
  error: 'Expected a URL such as mongodb://localhost:27017/app?replicaSet=rs0',
});
