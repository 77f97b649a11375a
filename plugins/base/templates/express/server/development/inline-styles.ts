import type { Plugin } from 'vite';

/**
 * Writes the style sheet of the first script into `index.html`, so that the first paint waits for
 * no other file. The server allows it by its hash.
 */
export function inlineStyles(): Plugin {
  let styles = '';
  return {
    name: 'inline-styles',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && isSsrBuild !== true,
    // Runs before Vite writes the links to style sheets.
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || !chunk.isEntry) continue;
        const names = chunk.viteMetadata?.importedCss ?? new Set();
        for (const name of names) {
          const sheet = bundle[name];
          if (sheet?.type === 'asset') styles += String(sheet.source);
          delete bundle[name];
        }
        names.clear();
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [{ tag: 'style', children: styles, injectTo: 'head' }],
    },
  };
}
