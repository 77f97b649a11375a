import { editsTo } from '../core/suggestion.ts';
import { commandWord } from '../core/command-word.ts';

/** The command lines that a mistyped one may mean, best first, with all given arguments; quoted for a shell. */
export interface Meant {
  readonly lines: readonly string[];
  /** The mistyped words, such as `ad` or `entity ad`. */
  readonly typed: string;
}

/**
 * Finds the commands that an unknown command line may mean: other names of a command, missing topics, misspelt words.
 *
 * @param argv the arguments, command included
 * @param commands every command, its words separated by spaces
 */
export function meantCommands(argv: readonly string[], commands: readonly string[]): Meant {
  const { leading, words, rest } = split(argv);
  const line = (command: string, used: number): string =>
    [command, ...[...words.slice(used), ...rest, ...leading].map((word) => commandWord(word))].join(' ');
  const synonym = synonymOf(words);
  if (synonym !== undefined) return { lines: [line(synonym.command, synonym.used)], typed: synonym.typed };
  const near = nearest(words, commands);
  const typed = words.slice(0, near[0]?.used ?? topicLength(words, commands) + 1).join(' ');
  return { lines: near.map(({ command, used }) => line(`genlock ${command}`, used)), typed };
}

/** The commands below the topic that the words start with; empty if they start with none. */
export function commandsOfTopic(argv: readonly string[], commands: readonly string[]): readonly string[] {
  const { words } = split(argv);
  const topic = words.slice(0, topicLength(words, commands)).join(' ');
  return topic === '' ? [] : commands.filter((command) => command.startsWith(`${topic} `));
}

interface Split {
  /** Flags before the command; they belong after it. */
  readonly leading: readonly string[];
  readonly words: readonly string[];
  /** From the first flag after the command. */
  readonly rest: readonly string[];
}

function split(argv: readonly string[]): Split {
  const start = argv.findIndex((arg, at) => !arg.startsWith('-') && argv[at - 1] !== '--cwd');
  const from = start === -1 ? argv.length : start;
  const [first = '', ...others] = argv.slice(from);
  const given = [...first.split(':').filter((word) => word !== ''), ...others];
  const flag = given.findIndex((arg) => arg.startsWith('-'));
  const end = flag === -1 ? given.length : flag;
  return { leading: argv.slice(0, from), words: given.slice(0, end), rest: given.slice(end) };
}

const create = ['create', 'new', 'generate', 'g', 'make', 'scaffold'];
const remove = ['uninstall', 'rm', 'un', 'destroy', 'delete', 'del', 'drop'];
const entity = ['entity', 'entities', 'model', 'models', 'resource', 'table'];
const plugins = ['plugin', 'plugins'];

interface Synonym {
  /** Other names, word by word. */
  readonly words: readonly (readonly string[])[];
  readonly command: string;
  /** Whether the synonym applies only without further words, or only with some. */
  readonly arguments?: 'none' | 'some';
}

const scripts = ['dev', 'build', 'start', 'lint', 'typecheck', 'format'];

/** The first match applies. */
const synonyms: readonly Synonym[] = [
  { words: [entity, [...create, 'init']], command: 'genlock entity add' },
  { words: [entity, [...remove]], command: 'genlock entity remove' },
  { words: [entity, ['mv', 'move']], command: 'genlock entity rename' },
  { words: [[...create, 'add'], entity], command: 'genlock entity add' },
  { words: [remove, entity], command: 'genlock entity remove' },
  { words: [['rename', 'mv'], entity], command: 'genlock entity rename' },
  { words: [plugins, [...create, 'init']], command: 'genlock plugin create' },
  { words: [create, plugins], command: 'genlock plugin create' },
  { words: [plugins, ['add', 'install', 'i']], command: 'genlock add' },
  { words: [plugins, ['remove', ...remove]], command: 'genlock remove' },
  { words: [plugins, ['update', 'upgrade']], command: 'genlock update' },
  { words: [plugins, ['list', 'ls']], command: 'genlock list' },
  { words: [plugins, ['check', 'test', 'verify']], command: 'genlock plugin validate' },
  { words: [create, ['migration', 'migrations']], command: 'genlock db migrate dev --name', arguments: 'some' },
  { words: [create, ['migration', 'migrations']], command: 'genlock db migrate dev' },
  { words: [create, ['client']], command: 'genlock db generate' },
  {
    words: [
      ['db', 'database'],
      ['create', 'init', 'up'],
    ],
    command: 'genlock db migrate dev',
  },
  { words: [['db'], ['migrate'], ['run', 'up', 'new', 'create', 'apply']], command: 'genlock db migrate dev' },
  {
    words: [
      ['migrate', 'migration', 'migrations'],
      ['run', 'up', 'new', 'create'],
    ],
    command: 'genlock db migrate dev',
  },
  { words: [['migrate', 'migration', 'migrations']], command: 'genlock db migrate dev', arguments: 'none' },
  { words: [create], command: 'genlock init' },
  { words: [remove], command: 'genlock remove' },
  { words: [['install', 'i', 'ci']], command: 'npm install', arguments: 'none' },
  { words: [['install', 'i']], command: 'genlock add' },
  { words: [['ls', 'plugins', 'installed']], command: 'genlock list' },
  { words: [['serve', 'server', 'run']], command: 'npm run dev', arguments: 'none' },
  { words: [['run'], scripts], command: 'npm run' },
  { words: [['test']], command: 'npm test' },
  { words: [['completion', 'completions']], command: 'genlock autocomplete' },
  { words: [['signin', 'sign-in']], command: 'genlock login' },
  { words: [['signout', 'sign-out']], command: 'genlock logout' },
  { words: [['who', 'me', 'user']], command: 'genlock whoami', arguments: 'none' },
  ...scripts.map((script) => ({ words: [[script]], command: `npm run ${script}` })),
];

function synonymOf(
  words: readonly string[],
): { readonly command: string; readonly used: number; readonly typed: string } | undefined {
  const found = synonyms.find(
    (synonym) =>
      synonym.words.every((names, at) => names.includes(words[at]?.toLowerCase() ?? '')) &&
      (synonym.arguments === undefined || (synonym.arguments === 'some') === words.length > synonym.words.length),
  );
  if (found === undefined) return undefined;
  // `run dev`: the script is an argument of npm.
  const used = found.command === 'npm run' ? 1 : found.words.length;
  return { command: found.command, used, typed: words.slice(0, used).join(' ') };
}

interface Candidate {
  readonly command: string;
  /** How many typed words stand for the command. */
  readonly used: number;
  readonly edits: number;
  /** How many words of the command were left out. */
  readonly omitted: number;
}

/** Returns the nearest commands; several if they are equally near. */
function nearest(words: readonly string[], commands: readonly string[]): readonly Candidate[] {
  const candidates = commands
    .flatMap((command) => candidatesOf(words, command))
    .toSorted((one, other) => rank(one, other) || (one.command < other.command ? -1 : 1));
  const [best] = candidates;
  if (best === undefined) return [];
  const equal = candidates.filter((candidate) => rank(candidate, best) === 0);
  return [...new Map(equal.map((candidate) => [candidate.command, candidate])).values()].slice(0, 3);
}

/** Ranks candidates: more matched words first, then fewer wrong letters, then fewer omitted words. */
function rank(one: Candidate, other: Candidate): number {
  return other.used - one.used || one.edits - other.edits || one.omitted - other.omitted;
}

/** The typed words compared with the command, and with the command without some of its topics. */
function candidatesOf(words: readonly string[], command: string): readonly Candidate[] {
  const parts = command.split(' ');
  return withoutTopics(parts).flatMap((kept): readonly Candidate[] => {
    if (kept.length > words.length) return [];
    const edits = kept.reduce((sum, part, at) => sum + editsTo(words[at] ?? '', part), 0);
    const omitted = parts.length - kept.length;
    // One misspelt word without its topic matches too many commands.
    if (edits === Infinity || (omitted > 0 && kept.length === 1 && edits > 0)) return [];
    return [{ command, used: kept.length, edits, omitted }];
  });
}

/** Returns the last word with every subset of the words before it: `db migrate dev`, `migrate dev`, `db dev`, `dev`. */
function withoutTopics([...parts]: readonly string[]): readonly (readonly string[])[] {
  const last = parts.pop();
  if (last === undefined) return [];
  return parts.reduce<readonly (readonly string[])[]>(
    (choices, topic) => [...choices, ...choices.map((choice) => [...choice.slice(0, -1), topic, last])],
    [[last]],
  );
}

/** Counts the first words that name a topic. */
function topicLength(words: readonly string[], commands: readonly string[]): number {
  let length = 0;
  while (
    length < words.length &&
    commands.some((command) => command.startsWith(`${words.slice(0, length + 1).join(' ')} `))
  )
    length++;
  return length;
}
