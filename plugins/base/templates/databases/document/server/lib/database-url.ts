import { z } from 'zod';

/** The URL of the MongoDB replica set and database. */
export const databaseUrl = z.string().regex(/^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/, {
  error: 'Expected a URL such as mongodb://localhost:27017/app?replicaSet=rs0',
});
