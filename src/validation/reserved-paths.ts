/** Paths that plugins must not write, as globs over folded paths. */
import picomatch from 'picomatch/posix.js';

const words = (text: string): readonly string[] => text.trim().split(/\s+/u);

/** Files in any folder that tools read when started there. Most of them can define commands to run. */
const toolPathsAnywhere = words(`
  **/.* **/.*/**
  **/node_modules/** **/package.{json,json5,yaml} **/package-lock.json **/npm-shrinkwrap.json **/yarn.lock
  **/pnpm-lock.yaml **/pnpm-workspace.yaml **/bun.lock **/bun.lockb **/bunfig.toml **/deno.{json,jsonc,lock}
  **/pnpmfile.{js,cjs,mjs} **/tsconfig*.json **/jsconfig*.json **/binding.gyp **/biome.{json,jsonc} **/opencode.{json,jsonc}
  **/{agents,agents.override,agent,claude,claude.local,gemini,qwen,warp,crush,copilot-instructions,skill}.md
  **/*.{instructions,prompt,chatmode,agent}.md
`);

/**
 * Version control. Git accepts any folder with a file `HEAD` and folders `objects` and `refs` as a repository, and runs
 * the programs in its `config`.
 */
const repositories = words(`
  **/head **/_darcs/** **/_svn/** **/_mtn/** **/_fossil_ **/cvs/{root,entries,repository}
`);

/** Configuration that editors and test tools load or run wherever they find it. */
const configurationAnywhere = words(`
  **/{babel,commitlint,cypress,drizzle,eslint,graphql,jest,lint-staged,metro,next,nuxt,playwright,postcss,prettier}.config.*
  **/{prisma,release,remix,rolldown,rollup,rspack,stylelint,svelte,tailwind,tsdown,tsup,uno,vite,vitest,vue,wdio,webpack}.config.*
  **/*{vite,vitest}*.{config,workspace}*.* **/{karma,protractor,wallaby,wdio}.conf.*
  **/{gulp,grunt,knex,jake,cake,danger}file.* **/wallaby.{js,cjs,mjs,ts}
  **/*.{code-workspace,sublime-project,sublime-workspace,iml,ipr,iws,xcodeproj,xcworkspace,sln,slnx,suo,csproj,fsproj,vbproj,vcxproj,njsproj,esproj}
  **/*.{xcodeproj,xcworkspace}/** **/directory.build.{props,targets,rsp} **/nuget.config **/local.properties
  **/{pom.xml,build.sbt,build.xml,ivy.xml} **/{build,settings,init}.gradle **/*.gradle.kts **/gradle/wrapper/** **/gradle.properties
  **/cargo.{toml,lock} **/build.rs **/rust-toolchain **/rust-toolchain.toml **/go.{mod,work} **/build.zig **/build.zig.zon
  **/cmakelists.txt **/cmakepresets.json **/cmakeuserpresets.json **/meson.build **/*.mk
  **/{gnumakefile,makefile,justfile,rakefile,gemfile,vagrantfile,procfile,brewfile,podfile,dockerfile,containerfile,earthfile,tiltfile,jenkinsfile,snakefile}
  **/taskfile.{yml,yaml,dist.yml,dist.yaml} **/{mise,mise.local,rtx}.toml
  **/{flake,shell,default}.nix **/flake.lock **/devbox.json **/devenv.nix **/devenv.yaml
  **/{pyproject,pixi,uv,poetry}.toml **/{setup,tox,pytest}.{cfg,ini,py} **/conftest.py **/{sitecustomize,usercustomize}.py **/*.pth
  **/mix.exs **/rebar.config **/deps.edn **/project.clj **/{build,workspace,module}.bazel
  **/local.settings.json
`);

/** Files that file managers and web servers read in any folder. */
const readByServers = words(`
  **/{desktop.ini,autorun.inf,folder.htt,thumbs.db} **/*.{lnk,scf,url,pif,library-ms,searchconnector-ms,desktop,webloc,inetloc,fileloc}
  **/web.config **/_{headers,redirects,routes.json} **/_worker.js **/_worker.js/**
  public/@** public/@*/**
`);

/** Files in the root that editors, builders, containers, package managers, hosting or CI services read. */
const toolPathsInRoot = words(`
  *.config.* *.conf.* *.workspace.* *rc *rc.{js,cjs,mjs,ts,json,yaml,yml}
  *file *file.local *file.dev *file.prod *.dockerfile {docker,gulp,grunt,knex,jake,task,just,make,vagrant,danger,gem,pod}file.*
  docker-compose* docker-bake* {compose,compose.*}.{yml,yaml} *.mk configure
  {pnpmfile,server,middleware,instrumentation}.{js,cjs,mjs,ts}
  {turbo,nx,lerna,rush,biome,nodemon,renovate,angular,workspace,project,bower,composer,typedoc,tslint,mcp,devbox}.{json,jsonc,json5}
  {jest,cypress,playwright,babel,webpack,lint-staged,commitlint,release-please,wallaby,ecosystem,pm2}*.{js,cjs,mjs,ts,json,yaml,yml}
  {vercel,now,railway,firebase,app,process,netlify,fly,wrangler,opencode,render,cloudbuild,heroku,codecov,skaffold,nixpacks}.{json,jsonc,toml,yaml,yml}
  {mise,lefthook,serverless,buildspec,appveyor,bitbucket-pipelines,azure-pipelines*,devfile,mprocs}.{toml,yml,yaml,json}
  requirements*.txt cargo.* flake.*
  {api,functions,netlify,supabase,edge-functions}/**
`);

/** Paths that the core renders or reserves. */
const corePaths = words(`
  readme.md genlock*.json genlock*.jsonc dist/** prisma/** prisma.* server/generated/** server/generated.* server/hooks/**
  server/jobs/** server/lib/jobs/** server/lib/jobs.*
  client/generated/** client/generated.* client/overrides/** server/lib/{json,mount}.* server/lib/mount/**
  shared/lib/roles.* test/server/{access,admin,jobs,mount}.test.* test/support/{access,jobs,sample-variables,user}.*
`);

const authPaths = words('server/lib/auth/** server/lib/auth.*');

const mailPaths = words('server/lib/mail/** server/lib/mail.*');

/**
 * Paths of the base plugin that occur once in a project. Its other files need no rule, because `render` reports files
 * that two plugins write.
 */
const skeletonPaths = words('scripts/** index.html components.json');

const toolPaths = [
  ...toolPathsAnywhere,
  ...repositories,
  ...configurationAnywhere,
  ...readByServers,
  ...toolPathsInRoot,
];

/** Reserved paths by error code, in the order of the checks. */
const reservedPaths = [
  ['JUDGE_PATH_TOOL', toolPaths],
  ['JUDGE_PATH_CORE', corePaths],
  ['JUDGE_PATH_AUTH', authPaths],
  ['JUDGE_PATH_MAIL', mailPaths],
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
