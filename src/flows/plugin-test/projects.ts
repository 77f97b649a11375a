import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyEdits, modify } from 'jsonc-parser';
import type { SettingValue } from '../../../sandbox/index.ts';
import { applyPlan } from '../../apply/apply.ts';
import { nodeFileSystem } from '../../apply/file-system.ts';
import type { Config, DatabaseKind } from '../../config/config.ts';
import { editConfig } from '../../config/edit.ts';
import { readConfig } from '../../config/read.ts';
import { compareText } from '../../core/tree.ts';
import { builtBase, sampleProject } from '../../engine/built-base.ts';
import { prepareProject, type PreparedProject } from '../../engine/render-project.ts';
import { inputsDigest, runPlugins, type InstalledPlugin, type RanPlugin } from '../../engine/run-plugins.ts';
import { bundledParts, projectInputs } from '../../engine/project-inputs.ts';
import type { Manifest, Plugin } from '../../plugin/plugin.ts';
import type { EffectivePolicy } from '../../policy/effective-policy.ts';
import { storeOperations } from '../../project/operations.ts';
import { configPath, schemaPath } from '../../project/records.ts';
import type { WrittenEntity } from './graphs.ts';
import { keptRenders, keptRuns } from './kept-results.ts';

/** The stages of the engine that the laws use. Tests replace stages to prove that the checks find broken laws. */
export interface Engine {
  readonly run: (plugin: Plugin, config: Config) => Promise<RanPlugin>;
  readonly prepare: typeof prepareProject;
  readonly apply: typeof applyPlan;
}

/** Returns the engine that commands use. */
export function realEngine(policy: EffectivePolicy): Engine {
  const [render, kept] = [keptRenders(), keptRuns()];
  return {
    run: async (plugin, config) => {
      const received = (manifest: Manifest) => projectInputs(manifest, { config, provided: bundledParts(config) });
      const [ran] = await runPlugins([plugin], { config, samples: true, received, kept }, policy);
      if (ran === undefined) throw new Error('a plugin that was run has no result');
      return ran;
    },
    prepare: (ingredients) => prepareProject({ ...ingredients, render: () => render(ingredients) }),
    // The projects are temporary, so no file must reach the disk.
    apply: (request) => applyPlan({ ...request, fs: { ...nodeFileSystem, sync: () => Promise.resolve() } }),
  };
}

/** A project in a temporary folder. Values are not changed: a command returns the next state. */
export interface ProjectState {
  readonly root: string;
  /** Content of `genlock.json`. */
  readonly text: string;
  /** Without the skeleton, in any order. */
  readonly plugins: readonly RanPlugin[];
}

/** Configuration of a project, without plugins. */
export interface ProjectKind {
  readonly database: DatabaseKind;
  readonly entities: readonly WrittenEntity[];
}

/** A project after a command, and the plan that was applied. */
export interface Planned {
  readonly state: ProjectState;
  readonly prepared: PreparedProject;
}

/** A temporary folder with generated projects. */
export class Projects implements Disposable {
  readonly #folder = realpathSync(mkdtempSync(join(tmpdir(), 'genlock-test-')));
  readonly #engine: Engine;
  readonly #base: Plugin;
  readonly #ran = new Map<string, Promise<RanPlugin>>();
  readonly #skeletons = new Map<DatabaseKind, Promise<InstalledPlugin>>();
  /** Names of the plugins that provide authentication. */
  readonly #authPlugins: readonly string[];
  #count = 0;

  constructor(engine: Engine, base: Plugin, authPlugins: readonly string[]) {
    this.#engine = engine;
    this.#base = base;
    this.#authPlugins = authPlugins;
    // Ctrl-C ends the process without disposal.
    process.once('exit', this.#clean);
  }

  /** Writes a new project with plugins. @returns the project, and the plan that was applied */
  async create(kind: ProjectKind, plugins: readonly Plugin[]): Promise<Planned> {
    const [root, text] = [this.newRoot(), this.textOf(kind, plugins)];
    const installed = await Promise.all(plugins.map((plugin) => this.runOnce(plugin, this.configOf(text))));
    const state = { root, text, plugins: installed };
    const prepared = await this.prepare(state);
    await this.#apply(root, prepared);
    return { state, prepared };
  }

  /** Returns `genlock.json` of a new project. */
  textOf({ database, entities }: ProjectKind, plugins: readonly Plugin[]): string {
    const text = `${JSON.stringify({ name: sampleProject, database, entities, plugins: {} }, undefined, 2)}\n`;
    return editConfig(text, { schemaRef: `./${schemaPath}`, plugins: plugins.map(({ manifest }) => manifest.name) });
  }

  /** Copies a project into another folder. */
  copy(state: ProjectState): ProjectState {
    const root = this.newRoot();
    cpSync(state.root, root, { recursive: true });
    return { ...state, root };
  }

  delete({ root }: Pick<ProjectState, 'root'>): void {
    rmSync(join(root, '..'), { recursive: true, force: true });
  }

  /** Returns an absolute path of a folder that does not exist. */
  newRoot(): string {
    this.#count += 1;
    return join(this.#folder, String(this.#count), sampleProject);
  }

  configOf(text: string): Config {
    return readConfig(text, { file: configPath, fallbackName: sampleProject, authPlugins: this.#authPlugins });
  }

  /** Plans the change from the files on disk to the state. */
  async prepare({ root, text, plugins }: ProjectState, before?: string): Promise<PreparedProject> {
    const config = this.configOf(text);
    const base = await this.#skeleton(config);
    const sorted = plugins.toSorted((one, other) => compareText(nameOf(one), nameOf(other)));
    const configuration = {
      config,
      text,
      ...(before !== undefined && { before }),
      authPlugins: this.#authPlugins,
      warnings: [],
    };
    return this.#engine.prepare({ root, configuration, plugins: [base, ...sorted] });
  }

  /** Adds a plugin that was run. @returns the next state, and the plan that was applied */
  async add(
    { root, text, plugins }: ProjectState,
    added: RanPlugin,
    settings: Readonly<Record<string, SettingValue>> = {},
  ): Promise<Planned> {
    const next = withPlugin(text, nameOf(added), settings);
    const state = { root, text: next, plugins: [...(await this.#current(plugins, next)), added] };
    const prepared = await this.prepare(state, text);
    await this.#apply(root, prepared);
    return { state, prepared };
  }

  async remove({ root, text, plugins }: ProjectState, name: string): Promise<ProjectState> {
    const next = editConfig(text, { without: [name] });
    const rest = plugins.filter((plugin) => nameOf(plugin) !== name);
    const state = { root, text: next, plugins: await this.#current(rest, next) };
    await this.#apply(root, await this.prepare(state, text));
    return state;
  }

  /** Runs a plugin in the sandbox. */
  run(plugin: Plugin, text: string): Promise<RanPlugin> {
    return this.#engine.run(plugin, this.configOf(text));
  }

  /** Runs a bundled plugin once for each database. Its settings are the defaults in every project. */
  runOnce(plugin: Plugin, config: Config): Promise<RanPlugin> {
    const key = `${plugin.manifest.name} ${config.database}`;
    const running = this.#ran.get(key) ?? this.#engine.run(plugin, config);
    this.#ran.set(key, running);
    return running;
  }

  /** Returns the result of the skeleton for a database. Uses the result from the build of Genlock, if there is one. */
  #skeleton(config: Config): Promise<InstalledPlugin> {
    const known = this.#skeletons.get(config.database);
    if (known !== undefined) return known;
    const built = builtBase(this.#base, config.database);
    const skeleton: Promise<InstalledPlugin> =
      built === undefined
        ? this.#engine.run(this.#base, config)
        : Promise.resolve({
            plugin: this.#base,
            inputs: inputsDigest({}, config, {}),
            stored: storeOperations(built),
            warnings: [],
          });
    this.#skeletons.set(config.database, skeleton);
    return skeleton;
  }

  /** Runs the plugins again that receive data about the project. */
  #current(plugins: readonly RanPlugin[], text: string): Promise<readonly RanPlugin[]> {
    return Promise.all(
      plugins.map(async (one) => (one.plugin.manifest.inputs === undefined ? one : this.run(one.plugin, text))),
    );
  }

  async #apply(root: string, { plan, contents }: PreparedProject): Promise<void> {
    await this.#engine.apply({ root, plan, contents, command: 'genlock plugin test' });
  }

  readonly #clean = (): void => rmSync(this.#folder, { recursive: true, force: true });

  [Symbol.dispose](): void {
    process.removeListener('exit', this.#clean);
    this.#clean();
  }
}

/** Enables a plugin in `genlock.json`, with settings. */
export function withPlugin(text: string, name: string, settings: Readonly<Record<string, SettingValue>>): string {
  const enabled = editConfig(text, { plugins: [name] });
  if (Object.keys(settings).length === 0) return enabled;
  const formattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' };
  return applyEdits(enabled, modify(enabled, ['plugins', name, 'settings'], settings, { formattingOptions }));
}

function nameOf({ plugin }: InstalledPlugin): string {
  return plugin.manifest.name;
}
