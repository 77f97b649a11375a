import { z } from 'zod';

/** Where the database file is; a path counts from the folder the server is started in. */
export const databaseUrl = z
  .string()
  .startsWith('file:', { error: 'Expected a path after file:, such as file:./data/app.db' });
