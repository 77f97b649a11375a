import { z } from 'zod';

/** The URL of the database file. A relative path starts at the server’s working directory. */
export const databaseUrl = z
  .string()
  .startsWith('file:', { error: 'Expected a path after file:, such as file:./data/app.db' });
