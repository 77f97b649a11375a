import type { Emitter } from '../emitter.ts';

const git = `node_modules/
/dist/
/coverage/
/data/
/server/generated/prisma/
.env
.env.local
.env.*.local
.genlock/journal/
.genlock/journal.done/
*.log
`;

const docker = `.git
.env
.env.local
.env.*.local
*.log
coverage
data
dist
node_modules
prisma/*.db*
server/generated/prisma
`;

/** The ignore files for git and for container builds. */
export const ignoredFiles: Emitter = function* ({ config }) {
  yield { path: '.gitignore', content: config.packageManager === 'yarn' ? `${git}.yarn/\n` : git };
  yield { path: '.dockerignore', content: docker };
};
