import { resolve } from 'node:path';
import { accessText, readAccess } from '../../config/access-text.ts';
import type { DatabaseKind } from '../../config/config.ts';
import { packageNameFrom } from '../../config/names.ts';
import { GenlockError } from '../../errors/error.ts';
import { beginningConfig, type Beginning, type SignIn, type Starter } from '../../engine/starters.ts';
import { initFolderState, type InitFolderState } from '../../flows/project/init-folder.ts';
import { managersFor } from '../../flows/machine/package-managers.ts';
import { canCreateRepository } from '../../flows/project/repository.ts';
import { accessOptions } from './access.ts';
import { isPlain } from '../accessible.ts';
import { askChoice, askText } from '../prompts.ts';
import { printMessage } from '../terminal.ts';
import { wrap } from '../text.ts';
import { faultOf, orBack } from './answers.ts';
import { askEntities } from './entities.ts';
import { askSteps, type Step } from './steps.ts';
import type { PackageManager } from '../../core/package-managers.ts';

/** Answers from the command line. Their questions are skipped. */
export interface GivenAnswers extends Beginning {
  readonly name?: string;
  readonly config?: string;
  readonly database?: DatabaseKind;
  readonly git?: boolean;
  readonly install?: boolean;
  readonly manager?: PackageManager;
}

/** All answers, from the command line or the terminal. An absent answer keeps its default. */
export interface InitAnswers extends GivenAnswers {
  readonly name: string;
}

/** Answers while questions are open: `starter` can also be `describe`. */
interface Draft extends Omit<GivenAnswers, 'starter'> {
  readonly starter?: Starter | 'describe';
}

export interface QuestionContext {
  /** Absolute parent folder of the new project. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * Asks for everything about a new project that the command line does not say. For an existing project, or one with a
 * configuration, only the remaining questions. `asked`: there was a question.
 *
 * @throws GenlockError DECLINED if the first question is left, INTERRUPTED after Ctrl-C, PROJECT_NOT_EMPTY
 */
export async function askInit(
  given: GivenAnswers,
  context: QuestionContext,
): Promise<InitAnswers & { readonly asked: boolean }> {
  if (given.name !== undefined && folderState(given.name, { given, context }) === 'occupied')
    throw notEmpty(given.name);
  const steps = stepsFor(given, context);
  let asked = false;
  const withHelp = steps.map((step): Step<Draft> => ({
    ...step,
    ask: async (answers) => {
      if (!asked) printMessage(({ width }) => wrap(helpText(context.env), { width }));
      asked = true;
      return step.ask(answers);
    },
  }));
  const answers = await askSteps<Draft>(withHelp, given);
  if (answers === 'back' || answers.name === undefined) {
    throw new GenlockError({ code: 'DECLINED', message: 'You left the first question without an answer.' });
  }
  return { ...settled({ ...answers, name: answers.name }), asked };
}

const helpText = (env: QuestionContext['env']): string =>
  isPlain(env) ? 'Ctrl-C stops and writes nothing.' : 'Esc goes back a question. Ctrl-C stops and writes nothing.';

/** Returns the answers without those that a later answer made unnecessary. */
function settled({ starter, entities, access, ...answers }: Draft & { readonly name: string }): InitAnswers {
  const isDescribed = starter === 'describe';
  const isStarter = starter !== undefined && starter !== 'describe';
  return {
    ...answers,
    ...(isStarter ? { starter } : {}),
    ...(entities !== undefined && (isDescribed || !isStarter) ? { entities } : {}),
    ...(access !== undefined && answers.signIn !== 'none' ? { access } : {}),
  };
}

interface Surroundings {
  readonly given: GivenAnswers;
  readonly context: QuestionContext;
}

function folderState(name: string, { given, context }: Surroundings): InitFolderState {
  const { config } = given;
  return initFolderState({
    root: resolve(context.cwd, name),
    cwd: context.cwd,
    ...(config === undefined ? {} : { config }),
  });
}

const notEmpty = (name: string): GenlockError =>
  new GenlockError({
    code: 'PROJECT_NOT_EMPTY',
    message: `The folder ${name} has files that Genlock did not create`,
    hint: 'Use another name, or an empty folder.',
  });

function stepsFor(given: GivenAnswers, context: QuestionContext): readonly Step<Draft>[] {
  const surroundings = { given, context };
  const isAt = (states: readonly InitFolderState[], { name = '' }: Draft): boolean =>
    states.includes(folderState(name, surroundings));
  const isNew = (answers: Draft): boolean => isAt(['new'], answers);
  const describes = given.starter !== undefined || given.entities !== undefined;
  return [
    { isNeeded: () => given.name === undefined, ask: (answers) => askName(answers, surroundings) },
    { isNeeded: (answers) => isNew(answers) && !describes, ask: askStarter },
    { isNeeded: (answers) => isNew(answers) && answers.starter === 'describe', ask: askTables },
    { isNeeded: (answers) => isNew(answers) && given.database === undefined, ask: askDatabase },
    { isNeeded: (answers) => isNew(answers) && given.signIn === undefined, ask: askSignIn },
    {
      isNeeded: (answers) => isNew(answers) && given.access === undefined && answers.signIn === 'jwt',
      ask: askAccess,
    },
    {
      isNeeded: async (answers) =>
        given.git === undefined &&
        isAt(['new', 'configured'], answers) &&
        (await canCreateRepository({ cwd: context.cwd, root: rootOf(answers, context) }, context.env)),
      ask: askGit,
    },
    {
      isNeeded: (answers) => given.install === undefined && isAt(['new', 'configured'], answers),
      ask: (answers) => askInstall(answers, surroundings),
    },
  ];
}

const rootOf = ({ name = '' }: Draft, { cwd }: QuestionContext): string => resolve(cwd, name);

type Answered = Promise<Draft | 'back'>;

const firstName = 'my-app';

async function askName(answers: Draft, surroundings: Surroundings): Answered {
  const name = await orBack(
    askText({
      message: 'What is the project called?',
      placeholder: firstName,
      defaultValue: firstName,
      ...(answers.name === undefined ? {} : { initialValue: answers.name }),
      validate: (typed) => nameFault(typed?.trim() || firstName, surroundings),
    }),
  );
  return name === 'back' ? 'back' : { ...answers, name: name.trim() };
}

/** Returns the reason why a project name is invalid; `undefined` if it is valid. */
function nameFault(name: string, surroundings: Surroundings): string | undefined {
  // A name with slashes is probably a path, which must be given on the command line.
  if (/[/\\]/u.test(name) && name !== '.') return `Use a name without slashes, such as ${packageNameFrom(name)}.`;
  return faultOf(() => {
    if (folderState(name, surroundings) === 'occupied') throw notEmpty(name);
  });
}

async function askStarter(answers: Draft): Answered {
  const starter = await orBack(
    askChoice<Starter | 'describe'>({
      message: 'What does the project start with?',
      canGoBack: true,
      ...(answers.starter === undefined ? {} : { initialValue: answers.starter }),
      options: [
        { value: 'empty', label: 'Empty: no entities yet' },
        { value: 'shop', label: 'Shop: customers, products, orders' },
        { value: 'blog', label: 'Blog: authors, posts, comments, tags' },
        { value: 'helpdesk', label: 'Helpdesk: tickets, replies, agents' },
        { value: 'describe', label: 'Describe it: your own entities, one per line' },
      ],
    }),
  );
  return starter === 'back' ? 'back' : { ...answers, starter };
}

async function askTables(answers: Draft): Answered {
  const entities = await askEntities(answers.entities ?? []);
  return entities === 'back' ? 'back' : { ...answers, entities };
}

async function askDatabase(answers: Draft): Answered {
  return askUntilValid(answers, async (before) => {
    const database = await askChoice<DatabaseKind>({
      message: 'Which database?',
      canGoBack: true,
      ...(before.database === undefined ? {} : { initialValue: before.database }),
      options: [
        { value: 'file', label: 'SQLite: a file, no server' },
        { value: 'relational', label: 'PostgreSQL' },
        { value: 'document', label: 'MongoDB' },
      ],
    });
    return { ...before, database };
  });
}

async function askSignIn(answers: Draft): Answered {
  const ask = async (before: Draft): Promise<Draft> => {
    const signIn = await askChoice<SignIn>({
      message: 'Do users sign in?',
      canGoBack: true,
      ...(before.signIn === undefined ? {} : { initialValue: before.signIn }),
      options: [
        { value: 'none', label: 'No' },
        { value: 'jwt', label: 'Yes, with e-mail and password (auth-jwt)' },
      ],
    });
    return { ...before, signIn };
  };
  return askUntilValid(answers, ask, 'Answer yes, or go back and describe the missing entity.');
}

async function askAccess(answers: Draft): Answered {
  return askUntilValid(answers, async (before) => {
    const access = await askChoice({
      message: 'Who can read and write records by default?',
      canGoBack: true,
      ...(before.access === undefined ? {} : { initialValue: accessText(before.access) }),
      options: accessOptions,
    });
    return { ...before, access: readAccess(access) };
  });
}

async function askGit(answers: Draft): Answered {
  const git = await orBack(
    askChoice<'yes' | 'no'>({
      message: 'Create a git repository with a first commit?',
      canGoBack: true,
      ...(answers.git === false ? { initialValue: 'no' } : {}),
      options: [
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ],
    }),
  );
  return git === 'back' ? 'back' : { ...answers, git: git === 'yes' };
}

async function askInstall(answers: Draft, { given, context }: Surroundings): Answered {
  const { env } = context;
  const managers = given.manager === undefined ? managersFor(rootOf(answers, context), env) : [given.manager];
  const initial = answers.install === false ? 'no' : (answers.manager ?? managers[0] ?? 'no');
  const choice = await orBack(
    askChoice<PackageManager | 'no'>({
      message: 'Install the packages now?',
      canGoBack: true,
      initialValue: initial,
      options: [
        ...managers.map((manager) => ({ value: manager, label: `Yes, with ${manager}` })),
        { value: 'no' as const, label: 'No, later' },
      ],
    }),
  );
  if (choice === 'back') return 'back';
  if (choice === 'no') return { ...answers, install: false };
  return { ...answers, install: true, manager: choice };
}

/** Asks again while the configuration that the answers describe is invalid, and shows the reason. */
async function askUntilValid(answers: Draft, ask: (answers: Draft) => Promise<Draft>, fix = ''): Answered {
  for (let before = answers; ;) {
    const draft = await orBack(ask(before));
    if (draft === 'back') return 'back';
    const fault = configurationFault(draft);
    if (fault === undefined) return draft;
    printMessage(({ width, style }) => wrap(`${style.yellow('!')} ${fault} ${fix}`.trim(), { width, hanging: 2 }));
    before = draft;
  }
}

/**
 * Returns the reason why a configuration with these answers is invalid; `undefined` if it is valid. Sign-in counts as
 * chosen until it has an answer.
 */
function configurationFault(draft: Draft): string | undefined {
  const { database = 'file', signIn = 'jwt', starter, entities = [], access } = draft;
  const isStarter = starter !== undefined && starter !== 'describe';
  const beginning: Beginning = {
    entities: isStarter ? [] : entities,
    signIn,
    ...(isStarter ? { starter } : {}),
    ...(access === undefined || signIn === 'none' ? {} : { access }),
  };
  return faultOf(() => beginningConfig({ name: firstName, database }, beginning));
}
