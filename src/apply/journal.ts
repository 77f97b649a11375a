import { join } from 'node:path';
import * as z from 'zod';
import { GenlockError } from '../errors/error.ts';
import { pathProblems } from '../core/paths.ts';
import { digestOf, digestPattern } from '../core/digest.ts';
import { tryParseJson } from '../core/json.ts';
import { endedJournalFolder, journalFolder } from '../project/records.ts';
import type { FileSystem } from './file-system.ts';

/**
 * Version of a file in a journal step. Only `before`: the file is deleted. Only `after`: the file is created. Both: the
 * file is replaced. The bytes of `after` are in `staged/<index>`, a copy of the bytes of `before` is in
 * `before/<index>`.
 */
const versionSchema = z.strictObject({
  digest: z.string().regex(digestPattern),
  mode: z.number().int().min(0).max(0o777),
});

const bodySchema = z.strictObject({
  version: z.literal(1),
  /** Whether this transaction created the root. */
  newRoot: z.boolean(),
  /** Folders that this transaction creates, parents first. */
  folders: z.array(z.string()),
  steps: z.array(
    z.strictObject({ path: z.string(), before: versionSchema.optional(), after: versionSchema.optional() }),
  ),
});

export type Step = z.infer<typeof bodySchema>['steps'][number];
export type JournalBody = z.infer<typeof bodySchema>;

/**
 * State of a transaction. The file name of the journal's plan contains the state, so one rename changes the state.
 * `prepared`: the project is not changed yet. `committed`: roll forward. `aborted`: roll back.
 */
export const states = ['prepared', 'committed', 'aborted'] as const;
export type JournalState = (typeof states)[number];

/** Paths of a transaction's files. */
export interface JournalPaths {
  readonly folder: string;
  readonly ended: string;
  readonly stagedFolder: string;
  readonly beforeFolder: string;
  readonly staged: (index: number) => string;
  readonly before: (index: number) => string;
  readonly plan: (state: JournalState) => string;
}

export function journalPaths(home: string): JournalPaths {
  const folder = join(home, journalFolder);
  return {
    folder,
    ended: join(home, endedJournalFolder),
    stagedFolder: join(folder, 'staged'),
    beforeFolder: join(folder, 'before'),
    staged: (index) => join(folder, 'staged', String(index)),
    before: (index) => join(folder, 'before', String(index)),
    plan: (state) => join(folder, `${state}.json`),
  };
}

/** Serializes a plan: its digest on the first line, the JSON below. */
export function sealBody(body: JournalBody): string {
  const text = `${JSON.stringify(body, null, 1)}\n`;
  return `${digestOf(text)}\n${text}`;
}

/**
 * Reads a sealed plan and checks the parts that do not depend on the project's files.
 *
 * @throws GenlockError PROJECT_JOURNAL_INVALID
 */
export function openBody(bytes: Uint8Array): JournalBody {
  const sealed = Buffer.from(bytes).toString('utf8');
  const end = sealed.indexOf('\n') + 1;
  const text = sealed.slice(end);
  if (end === 0 || sealed.slice(0, end - 1) !== digestOf(text)) throw journalInvalid('its seal is broken');
  const parsed = bodySchema.safeParse(tryParseJson(text));
  if (!parsed.success) throw journalInvalid('its plan is not of the known form');
  checkBody(parsed.data);
  return parsed.data;
}

function checkBody({ steps, folders }: JournalBody): void {
  const [wrong] = [...pathProblems(steps.map(({ path }) => path)), ...folders.flatMap(folderProblem)];
  if (wrong !== undefined) throw journalInvalid(`the path ${JSON.stringify(wrong.path)} ${wrong.problem}`);
  if (steps.some(({ before, after }) => before === undefined && after === undefined)) {
    throw journalInvalid('a step of its plan does nothing');
  }
}

/** Checks a folder path by checking a file path below it. */
function folderProblem(folder: string): ReturnType<typeof pathProblems> {
  return pathProblems([`${folder}/x`]).map(({ problem }) => ({ path: folder, problem }));
}

/** Entries of a journal folder. */
export interface JournalListing {
  readonly state: JournalState | undefined;
  readonly staged: ReadonlySet<number>;
  readonly before: ReadonlySet<number>;
}

/**
 * Lists a journal and refuses links and unknown names, which a transaction never creates.
 *
 * @throws GenlockError PROJECT_JOURNAL_INVALID
 */
export async function listJournal(fs: FileSystem, places: JournalPaths): Promise<JournalListing> {
  await expectKind(fs, places.folder, 'folder');
  const plans = states.filter((state) => state !== undefined);
  let state: JournalState | undefined;
  for (const name of await fs.list(places.folder)) {
    if (name === 'staged' || name === 'before') continue;
    const found = plans.find((known) => name === `${known}.json`);
    if (found === undefined || state !== undefined)
      throw journalInvalid(`it holds an unexpected ${JSON.stringify(name)}`);
    await expectKind(fs, places.plan(found), 'file');
    state = found;
  }
  return {
    state,
    staged: await indicesIn(fs, places.stagedFolder),
    before: await indicesIn(fs, places.beforeFolder),
  };
}

async function indicesIn(fs: FileSystem, folder: string): Promise<ReadonlySet<number>> {
  if ((await fs.status(folder)) === undefined) return new Set();
  await expectKind(fs, folder, 'folder');
  const indices = new Set<number>();
  for (const name of await fs.list(folder)) {
    if (!/^\d{1,7}$/u.test(name)) throw journalInvalid(`it holds an unexpected ${JSON.stringify(name)}`);
    await expectKind(fs, join(folder, name), 'file');
    indices.add(Number(name));
  }
  return indices;
}

async function expectKind(fs: FileSystem, path: string, kind: 'file' | 'folder'): Promise<void> {
  const status = await fs.status(path);
  if (status?.kind !== kind) throw journalInvalid(`${path} is not a ${kind}`);
}

/**
 * Verifies that the files in the journal have the digests of its plan.
 *
 * @throws GenlockError PROJECT_JOURNAL_INVALID
 */
export async function verifyJournal(
  fs: FileSystem,
  places: JournalPaths,
  { body, listing }: { readonly body: JournalBody; readonly listing: JournalListing },
): Promise<void> {
  const check = async (path: string, digest: string | undefined): Promise<void> => {
    if (digest === undefined || digestOf(await fs.read(path)) !== digest) {
      throw journalInvalid(`the bytes of ${path} are not those of its plan`);
    }
  };
  for (const index of listing.staged) await check(places.staged(index), body.steps[index]?.after?.digest);
  for (const index of listing.before) await check(places.before(index), body.steps[index]?.before?.digest);
}

export function journalInvalid(reason: string): GenlockError {
  return new GenlockError({
    code: 'PROJECT_JOURNAL_INVALID',
    message: `the unfinished transaction in ${journalFolder} cannot be trusted: ${reason}`,
    where: { file: journalFolder },
  });
}
