import { randomBytes } from 'node:crypto';
import { closeSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { stringify } from 'ini';
import { RegistryError } from './errors.ts';
import { readIni } from './ini.ts';
import { hasVariable } from './npmrc.ts';
import { readPlainFile } from './plain-file.ts';

/** Key → new value; `undefined` deletes the key. */
export type NpmrcChanges = Readonly<Record<string, string | undefined>>;

/** Applies changes to `.npmrc` text. Other lines are unchanged. */
function editNpmrc(text: string, changes: NpmrcChanges): string {
  const kept = linesOf(text).filter((line) => !isChanged(line, changes));
  const added = Object.entries(changes).flatMap(([key, value]) =>
    value === undefined ? [] : [stringify({ [key]: value }).trimEnd()],
  );
  return [...kept, ...added].map((line) => `${line}\n`).join('');
}

/** Returns the `.npmrc` key for a registry's token. */
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
 * Changes the user's `.npmrc` atomically and under a lock, and makes the file readable only by the user. A symbolic
 * link stays a link.
 *
 * @param file absolute
 * @throws RegistryError REGISTRY_CONFIG_INVALID if the file cannot be read or written, or a value contains a variable
 * reference
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
    throw new RegistryError('REGISTRY_CONFIG_INVALID', `${file} cannot be changed`, { cause });
  }
}

const pauseMs = 20;
/** After two seconds, a lock counts as abandoned, because the work takes only milliseconds. */
const mostPauses = 100;

/** Runs work while holding a lock file. Without the lock, concurrent processes could overwrite each other's changes. */
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

/**
 * Refuses values with `${NAME}`. npm would expand the variable, so a malicious token could send another secret to the
 * registry.
 */
function requireKept(changes: NpmrcChanges): void {
  const key = Object.keys(changes).find((each) => hasVariable(changes[each] ?? ''));
  if (key === undefined) return;
  throw new RegistryError(
    'REGISTRY_CONFIG_INVALID',
    `the value for ${key} contains a variable reference and cannot be saved`,
  );
}

/** Maximum file size in bytes, as in `npmrcFiles`. */
const largest = 1024 * 1024;

function textOf(file: string): string {
  try {
    const bytes = readPlainFile(file, largest);
    // Refuses devices such as `/dev/null`, because the rename would replace the device with a file.
    if (bytes === undefined || bytes.length > largest) throw new Error('not a regular file, or too large');
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
