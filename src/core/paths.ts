/** Rules for every path that Genlock writes, from plugins, saved plans and journals. */

const longestPath = 255;
const longestSegment = 200;
const deepest = 40;

const deviceName = /^(?:con|prn|aux|nul|conin\$|conout\$|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/iu;
const driveOrScheme = /^[a-z][a-z0-9+.-]*:/iu;
const forbiddenOnWindows = /["*:<>?|]/u;
/**
 * Control, format (bidi, zero width, tags), ignorable, private-use and unassigned characters, and spaces other than
 * U+0020.
 */
const invisible = /[\p{C}\p{DI}\p{Zl}\p{Zp}]|(?! )\p{Zs}/u;
/** Short name of `.git` on some file systems, such as `GIT~1`. */
const gitShortName = /^git~\d+$/u;

/**
 * Checks a POSIX path relative to the project's root.
 *
 * @returns the problem as the end of a sentence, or `undefined` if the path is valid
 */
export function pathProblem(path: string): string | undefined {
  if (path === '' || path === '.' || path === './') return 'is not a file name';
  if (path.length > longestPath) return `is longer than ${String(longestPath)} characters`;
  if (!path.isWellFormed() || invisible.test(path)) return 'contains an invisible or control character';
  if (path.includes('\\')) return 'contains a backslash';
  if (path.startsWith('/') || path.startsWith('~') || driveOrScheme.test(path)) return 'is not relative to the project';
  if (forbiddenOnWindows.test(path)) return 'contains a character that is not valid on every file system';
  const segments = path.split('/');
  if (segments.length > deepest) return `is nested deeper than ${String(deepest)} folders`;
  return segments.map(segmentProblem).find((problem) => problem !== undefined);
}

function segmentProblem(segment: string): string | undefined {
  if (segment === '') return 'has an empty segment';
  if (segment === '.' || segment === '..') return `has a segment "${segment}"`;
  if (segment.length > longestSegment) return 'has a segment that is too long';
  if (/[. ]$/u.test(segment) || segment.startsWith(' '))
    return 'has a segment that starts or ends with a space, or ends with a dot';
  if (deviceName.test(segment)) return `uses the device name ${segment}`;
  const folded = foldPath(segment);
  if (folded === '.git' || gitShortName.test(folded)) return "lies in git's own folder";
  return undefined;
}

/** Normalizes case and Unicode form. Paths with equal results are the same file on some file systems. */
export function foldPath(path: string): string {
  // Most paths are ASCII, where only the case differs.
  if (/^[ -~]*$/u.test(path)) return path.toLowerCase();
  return path.normalize('NFKC').toLowerCase().toUpperCase().toLowerCase().normalize('NFKC');
}

/** Returns the parent folders of a path, outermost first: `a/b/c.ts` → `a`, `a/b`. */
export function parentsOf(path: string): readonly string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, index) => segments.slice(0, index + 1).join('/'));
}

/** Paths of journal and lock, which are never part of a plan. */
const transient = new Set(['.genlock', '.genlock/journal', '.genlock/journal.done', '.genlock/lock'].map(foldPath));

/**
 * Checks paths that are written together. Finds invalid paths, duplicates by case or Unicode form, files instead of a
 * needed folder, and paths of Genlock's journal.
 *
 * @returns the invalid paths with their problems
 */
export function pathProblems(paths: Iterable<string>): readonly { readonly path: string; readonly problem: string }[] {
  const list = [...paths];
  const folds = new Map<string, string>();
  const found: { path: string; problem: string }[] = [];
  for (const path of list) {
    const problem = pathProblem(path) ?? twinProblem(folds.get(foldPath(path)));
    if (problem !== undefined) found.push({ path, problem });
    else folds.set(foldPath(path), path);
  }
  for (const path of folds.values()) {
    const parents = parentsOf(path).map(foldPath);
    const file = parents.map((parent) => folds.get(parent)).find((other) => other !== undefined);
    if (file !== undefined) found.push({ path, problem: `needs a folder where ${file} is a file` });
    if ([foldPath(path), ...parents.slice(1)].some((fold) => transient.has(fold))) {
      found.push({ path, problem: "lies in Genlock's own journal" });
    }
  }
  return found;
}

function twinProblem(twin: string | undefined): string | undefined {
  return twin === undefined ? undefined : `is the same file as ${twin} on some file systems`;
}
