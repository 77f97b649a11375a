export const job = { run: async () => {} };
