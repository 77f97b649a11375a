import type { Emitter } from '../emitter.ts';

const git = `node_modules/
/dist/
/coverage/
/data/
/server/generated/prisma/
.env
.env.local
.genlock/journal/
.genlock/journal.done/
*.log
`;

const docker = `.git
.env
.env.local
data
dist
node_modules
server/generated/prisma
`;

/** What isn't committed, and what a container isn't built from. */
export const ignoredFiles: Emitter = function* () {
  yield { path: '.gitignore', content: git };
  yield { path: '.dockerignore', content: docker };
};
