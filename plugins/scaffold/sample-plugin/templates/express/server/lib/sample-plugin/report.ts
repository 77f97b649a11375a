import { defineJob } from '../jobs/job';

/** Writes a line to the log of the server. */
export const job = defineJob({
  async run({ log }) {
    log.info('Sample plugin: report');
  },
});
