import { installedManagers, packageManagerOf } from '../../processes/package-manager.ts';
import type { PackageManager } from '../../core/package-managers.ts';

/** Returns the installed package managers, the project's default first. @param root absolute path of the project */
export function managersFor(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): readonly PackageManager[] {
  const usual = packageManagerOf(env, root);
  return installedManagers(env).toSorted((one, other) => Number(other === usual) - Number(one === usual));
}
