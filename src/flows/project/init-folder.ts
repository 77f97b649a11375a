import { findConfiguration, type ConfigurationPaths } from '../../project/find-configuration.ts';
import { openProject } from '../../project/open.ts';

/**
 * The state of a folder before `genlock init`. `configured`: the folder has a `genlock.json` to start from. `project`:
 * a finished or interrupted project. `occupied`: other files.
 */
export type InitFolderState = 'new' | 'configured' | 'project' | 'occupied';

/**
 * Returns the state of a project folder without changing it.
 *
 * @throws GenlockError CONFIG_NOT_FOUND, PROJECT_… if the folder cannot be used
 */
export function initFolderState(paths: ConfigurationPaths): InitFolderState {
  const { state } = openProject(paths.root);
  if (state === 'project' || state === 'interrupted') return 'project';
  if (state === 'occupied') return 'occupied';
  return findConfiguration(paths) === undefined ? 'new' : 'configured';
}
