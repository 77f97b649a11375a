// Generates the completion scripts of the shells into dist/completions/: bash and zsh with oclif's plugin, fish from the
// same configuration, as the plugin has no fish. At run time `genlock autocomplete` only prints a file.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config } from '@oclif/core/config';

/** Commands with arguments that are known names, and the kind of the names; see src/flows/machine/known-names.ts. */
const named = {
  add: 'bundled',
  'entity:remove': 'entities',
  'entity:rename': 'entities',
  remove: 'installed',
  update: 'installed',
};

/** Commands whose arguments are also files or folders. */
const withFiles = ['add', 'apply', 'diff', 'init', 'plugin:publish', 'plugin:validate', 'policy:check', 'why'];

/** Writes `genlock.bash`, `genlock.zsh` and `genlock.fish`. Needs oclif.manifest.json. */
export async function writeCompletions({ root, outdir }) {
  const config = await Config.load({ root });
  for (const { flags } of config.commands) addNegations(flags);
  const folder = join(outdir, 'completions');
  mkdirSync(folder, { recursive: true });
  const overlay = (name) => readFileSync(join(root, 'scripts', 'completions', name), 'utf8');
  const scripts = {
    bash: await bashScript({ root, config, overlay: overlay('names.bash') }),
    zsh: await zshScript({ root, config, overlay: overlay('names.zsh') }),
    fish: `${overlay('names.fish')}\n${fishLines(config).join('\n')}\n`,
  };
  for (const [shell, script] of Object.entries(scripts)) writeFileSync(join(folder, `genlock.${shell}`), script);
}

/** Adds `--no-install` next to `--install`, which oclif's generators omit. */
function addNegations(flags) {
  for (const { char: _, allowNo, name, ...flag } of Object.values(flags)) {
    if (allowNo) flags[`no-${name}`] = { ...flag, name: `no-${name}`, description: `The opposite of --${name}.` };
  }
}

/** The plugin exports its commands only, so its generators are imported by path. */
const generator = ({ root, name }) =>
  import(join(root, 'node_modules', '@oclif', 'plugin-autocomplete', 'lib', `${name}.js`));

async function bashScript({ root, config, overlay }) {
  const { default: Create } = await generator({ root, name: 'commands/autocomplete/create' });
  const generated = new Create([], config).bashCompletionFunction;
  const registration = 'complete -F _genlock_autocomplete genlock\n';
  if (!generated.endsWith(registration)) throw new Error("oclif's bash completion ends otherwise");
  const cases = Object.entries(named).map(([id, kind]) => `    '${id.replaceAll(':', ' ')}') echo ${kind} ;;`);
  return generated.slice(0, -registration.length) + overlay.replace('    # cases', () => cases.join('\n'));
}

async function zshScript({ root, config, overlay }) {
  const { default: ZshCompletion } = await generator({ root, name: 'autocomplete/zsh' });
  class WithNames extends ZshCompletion {
    genZshFlagArgumentsBlock(flags) {
      const block = super.genZshFlagArgumentsBlock(flags);
      const id = this.commands.find((command) => command.flags === flags)?.id ?? '';
      const kind = named[id];
      if (kind === undefined) return block;
      // The space before the action keeps zsh from inserting its own arguments.
      const names = `"*: : _genlock_names ${kind}${withFiles.includes(id) ? ' files' : ''}"`;
      if (!block.endsWith('"*: :_files"')) throw new Error("oclif's zsh completion ends otherwise");
      return block.slice(0, -'"*: :_files"'.length) + names;
    }
  }
  const generated = new WithNames(config).generate();
  const [start, ...more] = generated.split('\n_genlock() {\n');
  if (more.length !== 1) throw new Error("oclif's zsh completion starts otherwise");
  // Inside the functions of topics `words` no longer holds the command itself.
  return `${start}\n${overlay}\n_genlock() {\n  local _genlock_command=$words[1]\n${more[0]}`;
}

function fishLines(config) {
  const topics = config.topics.filter(({ hidden }) => !hidden);
  const commands = config.commands.filter(({ hidden }) => !hidden);
  return [
    ...topics.map(({ name, description }) => fishWord(name, description ?? '')),
    ...commands.flatMap(fishCommand),
  ];
}

function fishCommand({ id, summary = '', flags }) {
  const words = id.replaceAll(':', ' ');
  const here = `-n '__genlock_in ${words}'`;
  return [
    fishWord(id, summary),
    ...Object.values(flags)
      .filter(({ hidden }) => !hidden)
      .map((flag) => `complete -c genlock ${here} ${fishFlag(flag)}`),
    `complete -c genlock ${here} -s h -l help -d 'Show help'`,
    ...(named[id] ? [`complete -c genlock ${here} -f -a '(__genlock_names ${named[id]})'`] : []),
    ...(withFiles.includes(id) ? [`complete -c genlock ${here} -F`] : []),
  ];
}

/** The last word of a topic or command, after the words before it. */
function fishWord(id, description) {
  const words = id.split(':');
  const word = words.pop();
  return `complete -c genlock -f -n '${['__genlock_at', ...words].join(' ')}' -a ${word} -d ${quoted(description)}`;
}

function fishFlag({ name, char, type, options, summary, description = '' }) {
  const value = type === 'option' ? (options ? ` -x -a ${quoted(options.join(' '))}` : ' -r -F') : '';
  return `${char ? `-s ${char} ` : ''}-l ${name}${value} -d ${quoted((summary ?? description).split('\n')[0])}`;
}

const quoted = (text) => `'${text.replaceAll(/[\\']/g, String.raw`\$&`)}'`;
