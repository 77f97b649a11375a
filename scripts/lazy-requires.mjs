// @oclif/core requires all of its modules when it loads, and one run needs a fifth of them. This plugin delays each `require`
// until its first use. bench/README.md has the time that it saves.
import { readFileSync } from 'node:fs';
import { parse } from '@babel/parser';

/** Plugin of esbuild. The package is pinned to one version, and the tests of the built command check the result. */
export const lazyRequires = {
  name: 'lazy-requires',
  setup(build) {
    build.onLoad({ filter: /[\\/]node_modules[\\/]@oclif[\\/]core[\\/]lib[\\/].*\.js$/ }, ({ path }) => ({
      contents: lazy(readFileSync(path, 'utf8')),
      loader: 'js',
    }));
  },
};

/**
 * Returns a CommonJS module in which every top-level `require` runs at its first use. Names that are declared twice are
 * unchanged.
 */
export function lazy(source) {
  const { program } = parse(source, { sourceType: 'script', allowReturnOutsideFunction: true });
  const identifiers = [...identifiersIn(program)];
  const isOnce = (name) => identifiers.filter((one) => one.isBound && one.node.name === name).length === 1;
  const late = program.body
    .map((statement) => ({ statement, names: requiredNames(statement) }))
    .filter(({ names }) => names !== undefined && names.every(({ local }) => isOnce(local)));
  const names = new Set(late.flatMap((one) => one.names.map(({ local }) => local)));
  const uses = identifiers.filter(({ node, isBound }) => !isBound && names.has(node.name));
  return replaced(source, [
    ...late.map(({ statement, names }, index) => ({
      ...statement,
      text: loaders({ statement, names, index }, source),
    })),
    ...uses.map(({ node, isShorthand, isMade }) => {
      const call = isMade ? `($load_${node.name}())` : `$load_${node.name}()`;
      return { ...node, text: isShorthand ? `${node.name}: ${call}` : call };
    }),
  ]);
}

/** Returns the names that a `require` statement binds: `{ local, imported }`. `imported` is absent for the module itself. */
function requiredNames({ type, kind, declarations }) {
  if (type !== 'VariableDeclaration' || kind !== 'const' || declarations.length !== 1) return undefined;
  const [{ id, init }] = declarations;
  if (!isRequire(init)) return undefined;
  if (id.type === 'Identifier') return [{ local: id.name }];
  if (id.type !== 'ObjectPattern') return undefined;
  return id.properties.every(isPlain)
    ? id.properties.map(({ key, value }) => ({ local: value.name, imported: key.name }))
    : undefined;
}

function isPlain({ type, computed, key, value }) {
  return type === 'ObjectProperty' && !computed && key.type === 'Identifier' && value.type === 'Identifier';
}

/** `require("…")`, or one of TypeScript's helpers around it. */
function isRequire(node) {
  if (node?.type !== 'CallExpression' || node.callee.type !== 'Identifier' || node.arguments.length !== 1) return false;
  const [given] = node.arguments;
  if (node.callee.name === 'require') return given.type === 'StringLiteral';
  return /^__import(?:Default|Star)$/u.test(node.callee.name) && isRequire(given);
}

function loaders({ statement, names, index }, source) {
  const { start, end } = statement.declarations[0].init;
  const module = `let $module${index}; const $load${index} = () => ($module${index} ??= ${source.slice(start, end)});`;
  const each = names.map(
    ({ local, imported }) =>
      `const $load_${local} = () => $load${index}()${imported === undefined ? '' : `.${imported}`};`,
  );
  return [module, ...each].join(' ');
}

/** Every identifier that names a variable: whether it is bound there, and how it is used. */
function* identifiersIn(node, place = {}) {
  if (node.type === 'Identifier') {
    yield { node, isBound: false, isShorthand: false, isMade: false, ...place };
    return;
  }
  const bound = boundBy(node);
  for (const [key, value] of Object.entries(node)) {
    for (const child of [value].flat()) {
      if (typeof child?.type !== 'string' || isName(node, key)) continue;
      const isPattern =
        place.isBound === true && /Pattern$|^ObjectProperty$|^RestElement$/u.test(node.type) && key !== 'right';
      yield* identifiersIn(child, {
        isBound: bound.includes(key) || isPattern,
        isShorthand: node.type === 'ObjectProperty' && node.shorthand && key === 'value',
        // In `new a.b()`, the constructor is the expression before the arguments.
        isMade: (node.type === 'NewExpression' && key === 'callee') || (place.isMade === true && key === 'object'),
      });
    }
  }
}

/** Keys of a node under which names are bound. */
function boundBy({ type }) {
  if (type === 'VariableDeclarator') return ['id'];
  if (type === 'CatchClause') return ['param'];
  if (/Function|^(?:Object|Class)(?:Private)?Method$/u.test(type)) return ['params', 'id'];
  return /^Class(?:Declaration|Expression)$/u.test(type) ? ['id'] : [];
}

/** Returns whether an identifier is not a variable, but the name of a property or a label. */
function isName({ type, computed, shorthand }, key) {
  if (type === 'ObjectProperty' && shorthand) return key === 'key';
  if (/^(?:Object|Class)(?:Private)?(?:Property|Method)$/u.test(type)) return key === 'key' && !computed;
  if (/^(?:Optional)?MemberExpression$/u.test(type)) return key === 'property' && !computed;
  return key === 'label';
}

function replaced(source, changes) {
  return changes
    .toSorted((one, other) => other.start - one.start)
    .reduce((text, change) => text.slice(0, change.start) + change.text + text.slice(change.end), source);
}
