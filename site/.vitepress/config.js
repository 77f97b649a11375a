import { posix } from 'node:path';
import { defineConfig } from 'vitepress';

const repository = 'https://github.com/genlock/genlock/tree/main/';

/** Pages of a user who generates and operates an application. */
const application = [
  { text: 'Five-minute tour', link: '/docs/TOUR' },
  { text: 'Concepts', link: '/docs/CONCEPTS' },
  { text: 'Starters', link: '/docs/STARTERS' },
  { text: 'Using commands', link: '/docs/COMMANDS' },
  { text: 'genlock.json', link: '/docs/CONFIGURATION' },
  { text: 'API and pages', link: '/docs/API' },
  { text: 'Authentication', link: '/docs/AUTH' },
  { text: 'Sign-in with providers', link: '/docs/SOCIAL-LOGIN' },
  { text: 'Mail', link: '/docs/MAIL' },
  { text: 'Background jobs', link: '/docs/JOBS' },
  { text: 'Data', link: '/docs/DATA' },
  { text: 'Databases', link: '/docs/DATABASE' },
  { text: 'Deployment', link: '/docs/DEPLOYMENT' },
];

const authors = [
  { text: 'Writing a plugin', link: '/docs/PLUGINS' },
  { text: 'Recipes', link: '/docs/RECIPES' },
  { text: 'Publishing', link: '/docs/PUBLISHING' },
];

const platform = [
  { text: 'Guide', link: '/docs/PLATFORM-TEAMS' },
  { text: 'Policy', link: '/docs/POLICY' },
  { text: 'Registries', link: '/docs/REGISTRIES' },
  { text: 'Team registry', link: '/docs/REGISTRY-SERVER' },
  { text: 'Threat model', link: '/docs/THREAT-MODEL' },
];

const reference = [
  { text: 'Commands', link: '/docs/COMMAND-REFERENCE' },
  { text: 'SDK', link: '/docs/SDK' },
  { text: 'Keys of genlock.json', link: '/docs/CONFIGURATION-KEYS' },
  { text: 'Keys of manifest.json', link: '/docs/MANIFEST' },
  { text: 'Keys of a policy', link: '/docs/POLICY-KEYS' },
  { text: 'Icons', link: '/docs/ICONS' },
  { text: 'Error codes', link: '/docs/ERRORS' },
  { text: 'Glossary', link: '/docs/GLOSSARY' },
  { text: 'Terms of other tools', link: '/docs/TERMS' },
  { text: 'Benchmarks', link: '/bench/README' },
  { text: 'Architecture', link: '/docs/ARCHITECTURE' },
  { text: 'Contributing', link: '/CONTRIBUTING' },
  { text: 'Security', link: '/SECURITY' },
];

export default defineConfig({
  title: 'Genlock',
  head: [
    [
      'link',
      {
        rel: 'icon',
        href: 'data:image/svg+xml,<svg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 16 16%22><rect width=%2216%22 height=%2216%22 rx=%223%22 fill=%22%230969da%22/><path d=%22M8 3v10M3 8h10%22 stroke=%22white%22 stroke-width=%222%22/></svg>',
      },
    ],
  ],
  description: 'Web applications from one file, with plugins that run in a sandbox.',
  // The pages stay where their readers on GitHub expect them.
  srcDir: '..',
  srcExclude: [
    '{bin,dist,examples,registry-client,registry-server,sandbox,scripts,src,test,types}/**',
    'plugins/*/templates/**',
    '{.changeset,.github}/**',
    'CHANGELOG.md',
  ],
  transformPageData(page) {
    // The outline lists the groups of error codes, and not each code.
    if (page.relativePath === 'docs/ERRORS.md') page.frontmatter.outline = [2, 2];
  },
  rewrites: { 'site/index.md': 'index.md' },
  markdown: {
    // The anchors are the same as on GitHub.
    anchor: {
      slugify: (text) =>
        text
          .trim()
          .toLowerCase()
          .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
          .replaceAll(' ', '-'),
    },
    config(md) {
      // The pages contain neither HTML nor Vue. Text such as <name> and {{ stays text.
      md.set({ html: false });
      md.core.ruler.push('repository-links', (state) => {
        for (const token of state.tokens.flatMap((block) => block.children ?? [])) {
          const href = token.attrGet('href');
          if (token.type !== 'link_open' || href === null || /^([a-z]+:|[/#])|\.md(#|$)|^images\//.test(href)) continue;
          // A file that is not a page, such as LICENSE.
          token.attrSet('href', repository + posix.join(posix.dirname(state.env.relativePath), href));
        }
      });
      for (const rule of ['text', 'code_inline']) {
        const render = md.renderer.rules[rule];
        md.renderer.rules[rule] = (...input) => render(...input).replaceAll('{{', '&#123;&#123;');
      }
    },
  },
  vite: {
    plugins: [
      {
        // The pages are outside this folder, and their folders have no Vue.
        name: 'resolve-vue',
        enforce: 'pre',
        resolveId: (id, _importer, { ssr }) =>
          ssr && /^vue(\/server-renderer)?$/.test(id) ? { id, external: true } : undefined,
      },
    ],
  },
  themeConfig: {
    nav: [
      { text: 'Tour', link: '/docs/TOUR' },
      { text: 'Plugin authors', link: '/docs/PLUGINS' },
      { text: 'Platform teams', link: '/docs/PLATFORM-TEAMS' },
      { text: 'Error codes', link: '/docs/ERRORS' },
    ],
    outline: 'deep',
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          // An error code such as RENDER_PORT_CLASH is one word.
          options: { tokenize: (text) => text.split(/[^\p{L}\p{N}_]+/u) },
          searchOptions: { combineWith: 'AND' },
        },
      },
    },
    sidebar: [
      { text: 'Applications', items: application },
      { text: 'Plugin authors', items: authors },
      { text: 'Platform teams', items: platform },
      { text: 'Reference', items: reference },
    ],
  },
});
