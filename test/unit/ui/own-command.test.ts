import { afterEach, expect, test } from 'vitest';
import { commandsView, commandView } from '../../../src/ui/commands.ts';
import {
  commandsArePastedIn,
  ownCommand,
  ownCommands,
  showCommandsWith,
  withOwnCommands,
  withOwnHints,
} from '../../../src/ui/own-command.ts';
import { page } from '../../../src/ui/terminal.ts';
import { wrap } from '../../../src/ui/text.ts';

const invocation = "node '/my tools/run.js'";

afterEach(() => showCommandsWith(() => 'genlock'));

test('shows a command with the program that started this run', () => {
  expect(ownCommand('genlock sync')).toBe('genlock sync');
  showCommandsWith(() => invocation);
  expect(ownCommand('genlock sync')).toBe(`${invocation} sync`);
  expect(ownCommand('npm install')).toBe('npm install');
  expect(ownCommand('genlock-schema-engine')).toBe('genlock-schema-engine');
});

test.each([
  ['Run `genlock sync` first.', `Run \`${invocation} sync\` first.`],
  ['Did you mean "genlock init"?', `Did you mean "${invocation} init"?`],
  ['Run: genlock add auth-jwt', `Run: ${invocation} add auth-jwt`],
  ['Delete genlock.lock.json, or use the version of genlock that made it.', undefined],
  ['Files of genlock are in `genlock`.', undefined],
])('in a sentence: %s', (text, expected = text) => {
  showCommandsWith(() => invocation);
  expect(ownCommands(text)).toBe(expected);
});

test('a command in a wrapped sentence stays on one line', () => {
  const command = 'genlock db migrate reset --yes';
  const text = `Give the field a default or make it optional, or begin anew with \`${command}\`.`;
  for (let width = 20; width < 100; width += 1) expect(wrap(text, { width })).toContain(`\`${command}\``);
  showCommandsWith(() => invocation);
  for (let width = 20; width < 100; width += 1)
    expect(wrap(text, { width })).toContain(`${invocation} db migrate reset`);
});

test('a line does not break between quotation marks', () => {
  const command = `genlock init shop --config '/a --b/${'c'.repeat(80)} --d.json' --yes`;
  const shown = commandView(command, page);
  expect(shown.replaceAll(/ \\\n\s+/gu, ' ').trim()).toBe(command);
  expect(shown).toContain(' --d.json');
});

test('shows and prints steps and replays with an invocation that works in every folder of their use', () => {
  let seen: readonly string[] = [];
  showCommandsWith((folders) => {
    seen = folders;
    return invocation;
  });
  commandsArePastedIn('/projects/shop');
  const steps = [{ command: 'genlock sync', reason: '' }];
  expect(commandsView(steps, page)).toBe(`  ${invocation} sync`);
  expect(seen).toEqual([process.cwd(), '/projects/shop']);
  expect(withOwnCommands({ status: 'created', steps, replay: 'genlock init shop' })).toEqual({
    status: 'created',
    steps: [{ command: `${invocation} sync`, reason: '' }],
    replay: `${invocation} init shop`,
  });
  expect(withOwnCommands(['genlock sync'])).toEqual(['genlock sync']);
});

test('hints in JSON error reports have the invocation', () => {
  showCommandsWith(() => invocation);
  const problem = { code: 'USAGE', message: 'm', hint: 'Run `genlock sync`.' } as const;
  const hint = `Run \`${invocation} sync\`.`;
  expect(withOwnHints({ ...problem, exit: 2, problems: [problem] })).toMatchObject({ hint, problems: [{ hint }] });
});
