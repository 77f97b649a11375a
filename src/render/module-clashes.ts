import { foldPath } from '../core/paths.ts';
import { moduleGroups, pageShape, requestsOf, resolveImport, servedPath, type Resolver } from './module-resolution.ts';

/** File of a project with its owner. */
export interface OwnedFile {
  readonly path: string;
  readonly owner: string;
}

/** A file that an import, a page URL or a development URL can mean instead of another owner's file. */
export interface ModuleClash {
  /** File of the tested owner. */
  readonly file: OwnedFile;
  readonly other: OwnedFile;
  /** The effect, as the end of a sentence: `changes the import … from … to …`. */
  readonly effect: string;
}

const resolvers: readonly Resolver[] = ['Vite', 'TypeScript'];

/**
 * Finds files whose presence changes the target of an import, page URL or development URL of another owner, and files
 * that another owner's file hides. Paths are compared as on file systems that ignore case and Unicode form.
 *
 * @param files all files that can be involved; the first one of equal paths counts
 * @param isTested whether clashes of a file are reported
 */
export function moduleClashes(
  files: Iterable<OwnedFile>,
  isTested: (file: OwnedFile) => boolean,
): readonly ModuleClash[] {
  const groups = new Map<string, Map<string, OwnedFile>>();
  for (const file of files) {
    const folded = foldPath(file.path);
    for (const key of moduleGroups(folded)) {
      const group = groups.get(key) ?? new Map<string, OwnedFile>();
      groups.set(key, group);
      if (!group.has(folded)) group.set(folded, file);
    }
  }
  return [...groups.values()].flatMap((group) => {
    const [first] = group.values();
    // Most groups have one owner and need no comparison.
    if ([...group.values()].every(({ owner }) => owner === first?.owner)) return [];
    return [...group].flatMap(([folded, file]) => (isTested(file) ? (clashOf(folded, { file, group }) ?? []) : []));
  });
}

interface Grouped {
  readonly file: OwnedFile;
  /** Folded path → file. */
  readonly group: ReadonlyMap<string, OwnedFile>;
}

function clashOf(folded: string, { file, group }: Grouped): ModuleClash | undefined {
  return (
    importClash(folded, { file, group }) ?? pageClash(folded, { file, group }) ?? urlClash(folded, { file, group })
  );
}

function importClash(folded: string, { file, group }: Grouped): ModuleClash | undefined {
  for (const request of requestsOf(folded)) {
    for (const resolver of resolvers) {
      const now = resolveImport(request, { resolver, has: (path) => group.has(path) });
      const before = resolveImport(request, { resolver, has: (path) => path !== folded && group.has(path) });
      const [chosen, other] = [group.get(now ?? ''), group.get(before ?? '')];
      if (chosen === undefined || other === undefined || other.owner === file.owner) continue;
      const spelled = JSON.stringify(request);
      if (chosen === file) {
        return { file, other, effect: `changes the import ${spelled}: ${resolver} loads it instead of ${other.path}` };
      }
      if (isHidden(folded, chosen, file)) {
        return {
          file,
          other: chosen,
          effect: `is hidden: for the import ${spelled}, ${resolver} loads ${chosen.path}`,
        };
      }
    }
  }
  return undefined;
}

/** Data and type declarations are not imported by a shortened name, so code may have the same name. */
function isHidden(folded: string, chosen: OwnedFile, file: OwnedFile): boolean {
  return chosen.owner !== file.owner && !/(?:\.json|\.d\.[cm]?ts)$/u.test(folded);
}

function pageClash(folded: string, { file, group }: Grouped): ModuleClash | undefined {
  const shape = pageShape(folded);
  if (shape === undefined) return undefined;
  const found = [...group].find(([path, { owner }]) => owner !== file.owner && pageShape(path) === shape);
  if (found === undefined) return undefined;
  return { file, other: found[1], effect: `is the page at the URL of ${found[1].path}` };
}

/** The development server prefers files below `public`, also to sources at the same URL. */
function urlClash(folded: string, { file, group }: Grouped): ModuleClash | undefined {
  const served = servedPath(folded);
  const other = group.get(served === folded ? `public/${folded}` : served);
  if (other === undefined || other.owner === file.owner) return undefined;
  const effect =
    served === folded
      ? `is hidden: the development server serves ${other.path} at its URL`
      : `changes the URL "/${served}": the development server serves it instead of ${other.path}`;
  return { file, other, effect };
}

/**
 * Finds two modules of one plugin between which the tools disagree: Vite runs one, and TypeScript checks the other.
 *
 * @param paths files of one plugin
 */
export function ambiguousModules(
  paths: Iterable<string>,
): readonly { readonly request: string; readonly runs: string; readonly checked: string }[] {
  const known = new Map([...paths].map((path) => [foldPath(path), path]));
  const has = (path: string): boolean => known.has(path) && !/\.d\.[cm]?ts$/u.test(path);
  const requests = new Set([...known.keys()].flatMap((path) => requestsOf(path)));
  const found = [...requests].flatMap((request) => {
    const [runs, checked] = resolvers.map((resolver) => resolveImport(request, { resolver, has }));
    if (runs === undefined || checked === undefined || runs === checked) return [];
    return [{ request, runs: known.get(runs) ?? runs, checked: known.get(checked) ?? checked }];
  });
  return [...new Map(found.map((one) => [`${one.runs} ${one.checked}`, one])).values()];
}
