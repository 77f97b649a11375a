import type { Config, Entity } from '../../config/config.ts';
import { readEntityLine } from '../../config/short-form/entity.ts';
import { beginningConfig } from '../../engine/starters.ts';
import { askChoice, askText } from '../prompts.ts';
import { rows, type Row } from '../rows.ts';
import { printMessage, type Screen } from '../terminal.ts';
import { wrap } from '../text.ts';
import { faultOf, orBack } from './answers.ts';

const example = 'Post title:String! body:Text author:User';

/**
 * Asks for entities in the short form, one a line, and shows their tables. Back leads to the line before.
 *
 * @param given earlier lines, to continue with
 */
export async function askEntities(given: readonly string[]): Promise<readonly string[] | 'back'> {
  let lines = given;
  let draft = '';
  for (;;) {
    const line = await orBack(askLine(lines, draft));
    const last = lines.at(-1);
    draft = '';
    if (line === 'back') {
      if (last === undefined) return 'back';
      lines = lines.slice(0, -1);
      draft = last;
    } else if (line.trim() !== '') {
      lines = [...lines, line.trim()];
    } else if (await areRight(lines)) {
      return lines;
    }
  }
}

function askLine(lines: readonly string[], draft: string): Promise<string> {
  const isFirst = lines.length === 0;
  return askText({
    message: isFirst
      ? 'First entity: its name, then its fields'
      : `Entity ${lines.length + 1}; an empty line ends the list`,
    canGoBack: true,
    ...(isFirst ? { placeholder: example } : {}),
    ...(draft === '' ? {} : { initialValue: draft }),
    validate: (typed = '') => lineFault(typed, lines),
  });
}

/**
 * Returns the reason why a line is invalid; `undefined` if it is valid. A relation may refer to an entity of a later
 * line.
 */
function lineFault(typed: string, lines: readonly string[]): string | undefined {
  if (typed.trim() === '') return lines.length === 0 ? `Describe an entity, such as: ${example}` : undefined;
  const { faults } = readEntityLine(typed, { entities: lines.flatMap((line) => line.split(/[\s:]/u)[0] ?? []) });
  const fault = faults.find(({ code }) => code !== 'CONFIG_TARGET_MISSING');
  return fault && [`${fault.token}: ${fault.message}`, fault.hint ?? ''].join(' ').trim();
}

/** Shows the tables and prompts for confirmation. For invalid entities, shows the fault, and more lines can follow. */
async function areRight(lines: readonly string[]): Promise<boolean> {
  let config: Config | undefined;
  const fault = faultOf(() => {
    config = tablesOf(lines);
  });
  if (config === undefined) {
    printMessage(({ width, style }) => wrap(`${style.yellow('!')} ${fault}`, { width, hanging: 2 }));
    return false;
  }
  const { entities } = config;
  printMessage((screen) => `\n${tablesView(entities, screen)}\n`);
  const answer = await orBack(
    askChoice({
      message: 'Use these tables?',
      canGoBack: true,
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No, add or change lines' },
      ],
    }),
  );
  return answer === 'yes';
}

/** Returns the checked configuration of the entities. `User` is known, because sign-in is a later question. */
function tablesOf(entities: readonly string[]): Config {
  return beginningConfig({ name: 'app', database: 'file' }, { entities, signIn: 'jwt' });
}

/** Shows every entity with its columns. */
function tablesView(entities: readonly Entity[], screen: Screen): string {
  return entities
    .map(({ name, fields, relations }) => {
      const columns: readonly Row[] = [
        ...fields.map((field): Row => [field.name, words([typeOf(field), ...factsOf(field)])]),
        ...relations.map((relation): Row => [
          relation.name,
          words([`→ ${relation.type.endsWith('many') ? 'many ' : ''}${relation.target}`, ...factsOf(relation)]),
        ]),
      ];
      return [screen.style.bold(name), ...(columns.length === 0 ? [] : [rows(columns, screen)])].join('\n');
    })
    .join('\n\n');
}

type Field = Entity['fields'][number];

const typeOf = ({ type, values }: Field): string => (values === undefined ? type : values.join(' | '));

function factsOf({ required, unique = false }: { readonly required: boolean; readonly unique?: boolean }): string[] {
  return [...(required ? ['required'] : []), ...(unique ? ['unique'] : [])];
}

const words = (facts: readonly string[]): string => facts.join(', ');
