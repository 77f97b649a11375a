import type { DatabaseKind, OpenEntity } from '../config/config.ts';
import type { ConfigEdits } from '../config/edit.ts';
import type { ModelChange } from '../consent/model-changes.ts';
import type { Moved, NextStep, Plan, RenamedFile } from '../plan/plan.ts';
import type { Plugin } from '../plugin/plugin.ts';
import type { EffectivePolicy } from '../policy/effective-policy.ts';
import type { Repair } from '../project/verify-records.ts';
import type { PolicyWorkspace } from './policy-workspace.ts';
import type { Rerun } from './choose-plugins.ts';
import type { Configuration, ConfigurationRequest } from './configuration.ts';
import type { ConsentPorts } from './consent-ports.ts';
import type { EnvironmentChange } from './environment.ts';
import type { InstallPorts, Interrupted } from './install.ts';
import type { Leftovers } from './leftovers.ts';
import type { FileDiff } from './patch.ts';
import type { EntityRename } from './renamed-entities.ts';
import type { PluginChange } from './plugin-change.ts';
import type { PolicyPorts } from './policy/load.ts';
import type { PreparedProject } from './render-project.ts';
import type { PluginSet } from './resolve-plugins.ts';
import type { Workspace } from './workspace.ts';

/** Options of every command that changes a project. */
export interface ChangeRequest {
  /** Absolute path inside the project. */
  readonly cwd: string;
  readonly yes: boolean;
  readonly dryRun: boolean;
  /** A dry run also prints the full diff. */
  readonly diff?: boolean;
  readonly install: boolean;
  /** Allows package downloads. Otherwise only cached packages are used. */
  readonly network?: boolean;
}

/** Functions through which a change interacts with the user and the machine. */
export interface ChangePorts extends PolicyPorts, ConsentPorts, InstallPorts {
  /** Shows the planned changes. */
  readonly preview: (preview: ChangePreview) => void;
  readonly random: (bytes: number) => Uint8Array;
}

/** Plugin with a newer version outside the range in `genlock.json`. */
export interface NewerVersion {
  readonly name: string;
  /** Version before the command. */
  readonly installed: string;
  /** Newest version in the range. */
  readonly inRange: string;
  /** Newest version that may be installed. */
  readonly newest: string;
}

/** Planned changes of a command. */
export interface ChangePreview {
  readonly plan: Plan;
  readonly plugins: readonly PluginChange[];
  /** Changes of all database models, including those of entities and other plugins. */
  readonly models: readonly ModelChange[];
  /** Files that combine the changes of both sides. */
  readonly merged: readonly string[];
  /** Files that the user moved. Genlock updates them at their new location. */
  readonly moved: readonly Moved[];
  /** Files with the user's content that Genlock moves because their entity is renamed; absent without such files. */
  readonly renamed?: readonly RenamedFile[];
  readonly warnings: readonly string[];
}

/** Result of a command that changes a project. `--json` prints exactly this object. */
export interface ChangeResult extends ChangePreview {
  /** `planned` after a dry run. With conflicts, all other changes are applied and the command exits with 5. */
  readonly status: 'changed' | 'unchanged' | 'planned';
  /** How an earlier interrupted command was completed or undone. */
  readonly healed: Workspace['healed'];
  /** Records that were damaged or merged by git and are now rebuilt. A dry run only lists them. */
  readonly repaired: readonly Repair[];
  readonly project: { readonly name: string; readonly root: string; readonly database: DatabaseKind };
  /**
   * Step during which Ctrl-C was pressed. The files are written; `steps` contains the remaining work. The command exits
   * with 130.
   */
  readonly interrupted?: Interrupted;
  /** Models, columns and variables of removed plugins that still exist. */
  readonly left: Leftovers;
  /** The full diff of the plan, if requested. */
  readonly diff?: readonly FileDiff[];
  /** Newer versions that `update` did not choose; absent if every plugin has the newest version. */
  readonly newer?: readonly NewerVersion[];
  /** Entities that every caller can change, because no access rule covers them; absent without such entities. */
  readonly open?: readonly OpenEntity[];
  /** Remaining steps for the user, in order. */
  readonly steps: readonly NextStep[];
}

/** Intended change of one command. */
export interface Intent {
  readonly rerun: Rerun;
  readonly workspace: PolicyWorkspace;
  /** Name of the command in the lock file. */
  readonly command: string;
  /** Plugins to use in their current form, already read and checked. */
  readonly given: readonly Plugin[];
  /** Names of plugins whose paths were typed on the command line. Typing a path counts as consent. */
  readonly typed?: readonly string[];
  /** `current` uses the renderer of this Genlock version. By default, the project's renderer version is required. */
  readonly renderer?: 'current';
  /** Entity that the command renames. */
  readonly rename?: EntityRename;
  /** Further edit of the configuration text, applied before `edits`. */
  readonly edit?: (text: string) => string;
  readonly edits?: ConfigEdits;
  /** Configuration text to use instead of the project's file. */
  readonly text?: string;
  /** Set for a new project, which has no configuration to edit. */
  readonly creation?: Creation;
  /** Name for a migration of this change. */
  readonly topic: string;
  /** Warnings to show with the plan. */
  readonly warnings?: readonly string[];
  /** Newer versions to list in the result. */
  readonly newer?: readonly NewerVersion[];
}

/** Data that only the creation of a project needs. */
export interface Creation extends Omit<ConfigurationRequest, 'plugins' | 'authPlugins'> {
  /** The user answered questions. Then the plan needs consent even if it contains only bundled plugins. */
  readonly reviewed: boolean;
  /** Command that starts Genlock on this machine, quoted for a shell. */
  readonly invocation?: string | undefined;
}

/** Planned change with all data that it was computed from. */
export interface ChangeProposal {
  readonly intent: Intent;
  readonly request: ChangeRequest;
  readonly configuration: Configuration;
  readonly pluginSet: PluginSet;
  readonly prepared: PreparedProject;
  readonly plugins: readonly PluginChange[];
  readonly models: readonly ModelChange[];
  readonly policy: EffectivePolicy;
  readonly env: ChangePorts['env'];
  readonly environment: EnvironmentChange;
  readonly left: Leftovers;
}
