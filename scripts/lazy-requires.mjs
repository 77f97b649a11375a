// oclif requires all it may ever need when it loads; a start needs a fifth of that. Its compiled modules bind every import
// to one name (`const errors_1 = require("./errors")`), so making the binding a function is enough: what isn't used isn't run.
import { readFileSync } from 'node:fs';

const declaration = /^const (\w+) = ((?:__importDefault|__importStar)?\(?require\("[^"]+"\)\)?);$/gmu;

/** Plugin of esbuild. @oclif/core is pinned to one version, and the tests of the built command hold that this is sound. */
export const lazyRequires = {
  name: 'lazy-requires',
  setup(build) {
    build.onLoad({ filter: /[\\/]@oclif[\\/]core[\\/]lib[\\/].*\.js$/ }, ({ path }) => ({
      contents: lazy(readFileSync(path, 'utf8')),
      loader: 'js',
    }));
  },
};

/** CommonJS as TypeScript emits it, with every top-level require put off until its first use. */
export function lazy(source) {
  const names = [...source.matchAll(declaration)].map(([, name]) => name);
  const declared = source.replace(
    declaration,
    (_line, name, load) => `let $${name}; const $load_${name} = () => ($${name} ??= ${load});`,
  );
  return names.reduce(
    (text, name) => text.replaceAll(new RegExp(`(?<![\\w$.])${name}(?![\\w$])`, 'gu'), `($load_${name}())`),
    declared,
  );
}
