import { execFileSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import semver from 'semver';

/** One Node on this machine. */
export interface FoundNode {
  readonly version: string;
  /** A PATH that starts with the folder of this Node. */
  readonly path: string;
}

/** The first Node on PATH that satisfies a range, the one running the tests included. */
export function findNode(range: string): FoundNode | undefined {
  const path = process.env['PATH'] ?? '';
  for (const folder of [dirname(process.execPath), ...path.split(delimiter)]) {
    const version = versionOf(join(folder, 'node'));
    if (version !== undefined && semver.satisfies(version, range)) {
      return {
        version,
        path: [folder, ...path.split(delimiter).filter((other) => !other.includes('node_modules'))].join(delimiter),
      };
    }
  }
  return undefined;
}

/** The oldest Node that a generated project promises to run on, where this machine has it. */
export function oldestNode(): FoundNode | undefined {
  return findNode('>=20.19.0 <21');
}

function versionOf(node: string): string | undefined {
  try {
    accessSync(node, constants.X_OK);
    return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  } catch {
    return undefined;
  }
}
