import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { stringify } from 'ini';
import { RegistryError } from './errors.ts';
import { readIni } from './ini.ts';
import { hasVariable } from './npmrc.ts';
import { readPlainFile } from './plain-file.ts';

/** Key → its new value; nothing takes the key out. */
export type NpmrcChanges = Readonly<Record<string, string | undefined>>;

/** A text of an `.npmrc` with other values; every line that isn't meant stays as it is. */
function editNpmrc(text: string, changes: NpmrcChanges): string {
  const kept = linesOf(text).filter((line) => !isChanged(line, changes));
  const added = Object.entries(changes).flatMap(([key, value]) =>
    value === undefined ? [] : [stringify({ [key]: value }).trimEnd()],
  );
  return [...kept, ...added].map((line) => `${line}\n`).join('');
}

/** The key that takes a token for a registry. */
export function tokenKey(registry: string): string {
  const { host, pathname } = new URL(registry);
  return `//${host}${pathname}:_authToken`;
}

function linesOf(text: string): readonly string[] {
  const lines = text.split(/\r?\n/u);
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines;
}

function isChanged(line: string, changes: NpmrcChanges): boolean {
  return Object.keys(readIni(line) ?? {}).some((key) => Object.hasOwn(changes, key));
}

/**
 * Changes the user's own `.npmrc` in one step, one process after the other; nobody else may read it afterwards. One that
 * is a link stays one.
 *
 * @param file absolute
 * @throws RegistryError REGISTRY_CONFIG_INVALID if it can't be read or written, or a value would be read as another one
 */
export function changeNpmrc(file: string, changes: NpmrcChanges): void {
  requireKept(changes);
  const target = targetOf(file);
  const staged = `${target}.${randomBytes(6).toString('hex')}`;
  try {
    mkdirSync(dirname(target), { recursive: true });
    inTurn(`${target}.lock`, () => {
      writeFileSync(staged, editNpmrc(textOf(file), changes), { mode: 0o600, flag: 'wx' });
      renameSync(staged, target);
    });
  } catch (cause) {
    rmSync(staged, { force: true });
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `${file} can't be changed`, { cause });
  }
}

const pauseMs = 20;
/** After two seconds over one lock, the process that made it has ended: what it is for takes no time. */
const mostPauses = 100;

/** Does something while no other process does: of two that read before either writes, the first would be undone. */
function inTurn(lock: string, work: () => void): void {
  let held: string | undefined;
  for (let pauses = 0; !isMade(lock); pauses += 1) {
    const now = identityOf(lock);
    if (now !== held) pauses = 0;
    else if (pauses > mostPauses) rmSync(lock, { force: true });
    held = now;
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
  }
  try {
    work();
  } finally {
    rmSync(lock, { force: true });
  }
}

function isMade(lock: string): boolean {
  try {
    closeSync(openSync(lock, 'wx', 0o600));
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

function identityOf(lock: string): string | undefined {
  const stats = statSync(lock, { throwIfNoEntry: false });
  return stats && `${stats.ino} ${stats.mtimeMs}`;
}

/** Whoever reads `${NAME}` takes a variable's value for it: a registry's token would choose which one is sent there. */
function requireKept(changes: NpmrcChanges): void {
  const key = Object.keys(changes).find((each) => hasVariable(changes[each] ?? ''));
  if (key === undefined) return;
  throw new RegistryError('REGISTRY_CONFIG_INVALID', `the value for ${key} names a variable, and isn't one to keep`);
}

/** Bytes; as much as is read of one. */
const largest = 1024 * 1024;

function textOf(file: string): string {
  try {
    const bytes = readPlainFile(file, largest);
    // In the place of a device, as of the one that is always empty, a file would be everybody's.
    if (bytes === undefined || bytes.length > largest) throw new Error('no plain file, or too large a one');
    return bytes.toString('utf8');
  } catch (error) {
    if (isMissing(error)) return '';
    throw error;
  }
}

function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file;
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
