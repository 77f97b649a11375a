import type { Tree } from '../../core/tree.ts';
import { authPlugin } from '../../config/names.ts';
import { loadPlugin } from '../../plugin/load.ts';
import type { Plugin } from '../../plugin/plugin.ts';
import type { TestCase } from './cases.ts';
import { entitiesOf, type WrittenEntity } from './graphs.ts';
import type { ProjectState, Projects } from './projects.ts';
import { differences, snapshot, type Snapshot } from './snapshot.ts';

/** Project without the tested plugin. */
export interface StartProject {
  readonly state: ProjectState;
  readonly files: Snapshot;
  readonly tree: Tree;
}

/** The plugins of the projects, and the entities that the tested plugin names. */
export interface StartParts {
  readonly plugin: Plugin;
  readonly neighbour: Plugin;
  /** Bundled plugins that the tested plugin needs, without authentication. */
  readonly required: readonly string[];
  readonly named: readonly WrittenEntity[];
}

/** The projects before the plugin is added. Cases use a project one after the other. */
export class Starts {
  readonly #projects: Projects;
  readonly #parts: StartParts;
  readonly #kept = new Map<string, StartProject>();
  readonly #bundled = new Map<string, Plugin>();

  constructor(projects: Projects, parts: StartParts) {
    this.#projects = projects;
    this.#parts = parts;
  }

  /** Returns the project of a case. The caller may change its files. */
  async take(testCase: TestCase, { hasNeighbour }: { readonly hasNeighbour: boolean }): Promise<StartProject> {
    const key = keyOf(testCase, hasNeighbour);
    const start = this.#kept.get(key) ?? (await this.#create(testCase, hasNeighbour));
    this.#kept.set(key, start);
    return start;
  }

  /** Keeps a project for the next case if its files are unchanged. Otherwise deletes it. */
  giveBack(start: StartProject, files: Snapshot = snapshot(start.state.root)): void {
    if (differences(start.files, files).length === 0) return;
    for (const [key, kept] of this.#kept) if (kept === start) this.#kept.delete(key);
    this.#projects.delete(start.state);
  }

  async #create({ database, graph, auth }: TestCase, hasNeighbour: boolean): Promise<StartProject> {
    const { plugin, neighbour, required, named } = this.#parts;
    const names = [...(auth ? [authPlugin] : []), ...required].filter((name) => name !== plugin.manifest.name);
    const own = entitiesOf(graph, plugin, auth);
    const entities = [...own, ...named.filter(({ name }) => !own.some((entity) => entity.name === name))];
    const plugins = [...names.map((name) => this.#load(name)), ...(hasNeighbour ? [neighbour] : [])];
    const { state, prepared } = await this.#projects.create({ database, entities }, plugins);
    return { state, files: snapshot(state.root), tree: prepared.tree };
  }

  #load(name: string): Plugin {
    const plugin = this.#bundled.get(name) ?? loadPlugin({ kind: 'bundled', name });
    this.#bundled.set(name, plugin);
    return plugin;
  }
}

function keyOf({ database, graph, auth }: TestCase, hasNeighbour: boolean): string {
  return JSON.stringify([database, graph, auth, hasNeighbour]);
}
