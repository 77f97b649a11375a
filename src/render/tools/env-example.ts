import type { Emitter } from '../emitter.ts';
import { type PluginSetting, settingsOf } from '../settings.ts';

const own = `# Copy to .env, which is not committed. A value in the environment itself wins.

# Where the database is; a path counts from the project's folder.
DATABASE_URL=file:./data/dev.db

# Where the server listens.
PORT=3000

# fatal, error, warn, info, debug, trace or silent
LOG_LEVEL=info

# Proxies in front of the server: how many, or their addresses. 0 trusts no X-Forwarded header.
TRUST_PROXY=0

# Seconds to go on answering after SIGTERM while /readyz already says no, for a load balancer to notice.
DRAIN_SECONDS=0
`;

/** `.env.example`: every variable the application reads, without a secret's value. */
export const envExample: Emitter = function* ({ contributions }) {
  const secrets = contributions.flatMap(settingsOf).filter(({ variable }) => variable !== undefined);
  yield { path: '.env.example', content: [own, ...secrets.map(secretText)].join('\n') };
};

function secretText({ plugin, key, variable, schema }: PluginSetting): string {
  const need = schema.required === true ? '' : ', optional';
  return `# ${schema.label ?? key} (${plugin}${need})\n${variable}=\n`;
}
