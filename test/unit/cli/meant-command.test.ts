import { expect, test } from 'vitest';
import { commandsOfTopic, meantCommands } from '../../../src/cli/meant-command.ts';
import { builtCommands } from '../../support/command-manifest.ts';

const commands = Object.keys(builtCommands()).map((id) => id.replaceAll(':', ' '));
const meant = (line: string) => meantCommands(line.split(' '), commands);

test.each([
  ['ad auth-jwt', 'genlock add auth-jwt', 'ad'],
  ['ad --help', 'genlock add --help', 'ad'],
  ['migrate dev --name x', 'genlock db migrate dev --name x', 'migrate dev'],
  ['migrate', 'genlock db migrate dev', 'migrate'],
  ['db migrat dev', 'genlock db migrate dev', 'db migrat dev'],
  ['db:migrat:dev --name x', 'genlock db migrate dev --name x', 'db migrat dev'],
  ['entity ad Post title:String', 'genlock entity add Post title:String', 'entity ad'],
  ['entity create Post', 'genlock entity add Post', 'entity create'],
  ['models destroy Post', 'genlock entity remove Post', 'models destroy'],
  ['generate entity Post', 'genlock entity add Post', 'generate entity'],
  ['plugin new x', 'genlock plugin create x', 'plugin new'],
  ['plugin install x', 'genlock add x', 'plugin install'],
  ['g migration first', 'genlock db migrate dev --name first', 'g migration'],
  ['create my-app --database file', 'genlock init my-app --database file', 'create'],
  ['new my-app', 'genlock init my-app', 'new'],
  ['scaffold my-app', 'genlock init my-app', 'scaffold'],
  ['uninstall x', 'genlock remove x', 'uninstall'],
  ['rm x', 'genlock remove x', 'rm'],
  ['delete x', 'genlock remove x', 'delete'],
  ['install', 'npm install', 'install'],
  ['install x', 'genlock add x', 'install'],
  ['i x', 'genlock add x', 'i'],
  ['ls', 'genlock list', 'ls'],
  ['seed', 'genlock db seed', 'seed'],
  ['publish --tag next', 'genlock plugin publish --tag next', 'publish'],
  ['dev', 'npm run dev', 'dev'],
  ['start', 'npm run start', 'start'],
  ['run build', 'npm run build', 'run'],
  ['test', 'npm test', 'test'],
  ['completion zsh', 'genlock autocomplete zsh', 'completion'],
  ['--json ad x', 'genlock add x --json', 'ad'],
  ['--cwd shop add x', 'genlock add x --cwd shop', 'add'],
])('%s: %s', (typed, line, words) => {
  expect(meant(typed)).toEqual({ lines: [line], typed: words });
});

test('quotes arguments for the shell', () => {
  expect(meantCommands(['entity', 'ad', 'Post', 'a:x|y', "it's"], commands).lines).toEqual([
    "genlock entity add Post 'a:x|y' 'it'\\''s'",
  ]);
});

test('names all equally similar commands', () => {
  expect(meant('info x').lines).toEqual(['genlock cache info x', 'genlock plugin info x']);
});

test.each(['frobnicate x', 'entity frobnicate', 'a', '--frob'])('finds no command for %s', (line) => {
  expect(meant(line).lines).toEqual([]);
});

test('suggests only commands of the topic for an unknown command in it', () => {
  expect(commandsOfTopic(['db', 'migrate', 'frobnicate'], commands)).toEqual([
    'db migrate deploy',
    'db migrate dev',
    'db migrate reset',
    'db migrate status',
  ]);
  expect(commandsOfTopic(['frobnicate'], commands)).toEqual([]);
});

test('suggests only existing commands of Genlock', () => {
  const typed = ['new x', 'generate entity X', 'plugin new x', 'g migration x', 'g client', 'signin', 'signout', 'who'];
  const lines = typed.map((words) => meant(words).lines);
  expect(lines).not.toContainEqual([]);
  for (const line of lines.flat()) {
    const known = commands.some((command) => `${line} `.startsWith(`genlock ${command} `));
    expect([line, known]).toEqual([line, true]);
  }
});
