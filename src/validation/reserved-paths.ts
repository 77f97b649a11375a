/** Paths that plugins must not write, as globs over folded paths. */
import picomatch from 'picomatch/posix.js';

const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** Files in any folder that tools read when started there. Most of them can define commands to run. */
const toolPathsAnywhere = words(`
  **/.* **/.*/**
  **/node_modules/** **/package.{json,json5,yaml} **/package-lock.json **/npm-shrinkwrap.json **/yarn.lock
  **/pnpm-lock.yaml **/pnpm-workspace.yaml **/bun.lock **/bun.lockb **/bunfig.toml **/deno.{json,jsonc,lock}
  **/tsconfig*.json **/jsconfig*.json **/binding.gyp **/*.code-workspace
  **/{agents,claude,gemini}.md
`);

/** Files in the root that editors, builders, containers, package managers, hosting or CI services read. */
const toolPathsInRoot = words(`
  *.config.* *.conf.* *.workspace.* *rc *rc.{js,cjs,mjs,ts,json,yaml,yml}
  *file *file.local *file.dev *file.prod *.dockerfile {docker,gulp,grunt,knex,jake,task,just,make,vagrant,danger,gem,pod}file.*
  docker-compose* docker-bake* {compose,compose.*}.{yml,yaml} *.mk configure
  {pnpmfile,server,middleware,instrumentation}.{js,cjs,mjs,ts}
  {turbo,nx,lerna,rush,biome,nodemon,renovate,angular,workspace,project,bower,composer,typedoc,tslint,mcp,devbox}.{json,jsonc,json5}
  {jest,cypress,playwright,babel,webpack,lint-staged,commitlint,release-please,wallaby,ecosystem,pm2}*.{js,cjs,mjs,ts,json,yaml,yml}
  {vercel,now,railway,firebase,app,process,netlify,fly,wrangler,render,cloudbuild,heroku,codecov,skaffold,nixpacks}.{json,jsonc,toml,yaml,yml}
  {mise,lefthook,serverless,buildspec,appveyor,bitbucket-pipelines,azure-pipelines*,devfile,mprocs}.{toml,yml,yaml,json}
  flake.* {shell,default}.nix pyproject.toml setup.{py,cfg} requirements*.txt tox.ini cargo.* go.{mod,work} build.rs
  cmakelists.txt meson.build
`);

/** Paths that the core renders or reserves. */
const corePaths = words(`
  readme.md genlock*.json genlock*.jsonc dist/** prisma/** prisma.* server/generated/** server/generated.*
  client/generated/** client/generated.* server/lib/{access,json,mount}.* server/lib/mount/**
  test/server/{admin,mount}.test.* test/support/{access,user}.*
`);

const authPaths = words('server/lib/auth/** server/lib/auth.*');

/**
 * Paths of the base plugin that occur once in a project. Its other files need no rule, because `render` reports files
 * that two plugins write.
 */
const skeletonPaths = words('scripts/** index.html components.json');

/** Reserved paths by error code, in the order of the checks. */
const reservedPaths = [
  ['JUDGE_PATH_TOOL', [...toolPathsAnywhere, ...toolPathsInRoot]],
  ['JUDGE_PATH_CORE', corePaths],
  ['JUDGE_PATH_AUTH', authPaths],
  ['JUDGE_PATH_SKELETON', skeletonPaths],
] as const satisfies readonly (readonly [code: string, globs: readonly string[]])[];

export type ReservedCode = (typeof reservedPaths)[number][0];

/**
 * Returns one regular expression source per error code. Building them takes as long as reading a small project, so the
 * build precomputes them.
 */
export function reservedExpressions(): readonly (readonly [ReservedCode, string])[] {
  return reservedPaths.map(([code, globs]) => {
    const sources = globs.map((glob) => picomatch.makeRe(glob, { dot: true }).source);
    return [code, sources.map((source) => `(?:${source})`).join('|')];
  });
}
