import { printable } from '../errors/printable.ts';
import type { RegistryAdviseResult } from '../flows/registry-server/advise.ts';
import type {
  RegistryOwnerResult,
  RegistryServeResult,
  RegistryUserRemoveResult,
  RegistryUserResult,
} from '../flows/registry-server/serve.ts';
import { rows } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the address and settings of a running registry. */
export function servedView(result: RegistryServeResult, screen: Screen): string {
  const { url, publicUrl, storage, selfRegistration, anonymousRead, publishers } = result;
  const { style } = screen;
  return [
    `${style.green('✔')} Serving at ${style.bold(printable(publicUrl))}`,
    rows(
      [
        ...(publicUrl === url ? [] : [['Listening', url] as const]),
        ['Folder', printable(storage)],
        ['Accounts', selfRegistration ? 'open to everyone' : '`genlock registry user add <name>`'],
        ['Reading', anonymousRead ? 'everyone' : 'signed-in users'],
        [
          'Scopes',
          publishers.length === 0
            ? noPublishers
            : `new names by ${publishers.map((name) => printable(name)).join(', ')}`,
        ],
      ],
      screen,
    ),
    style.dim('Ctrl-C stops it.'),
  ].join('\n\n');
}

const noPublishers = 'no publishers: name them in "publishers" of the configuration, or with `--publisher <user>`';

/** Shows the result of `genlock registry user add`. */
export function userAddedView({ name, storage }: RegistryUserResult, { style }: Screen): string {
  return `${style.green('✔')} ${style.bold(printable(name))} may sign in to the registry in ${printable(storage)}`;
}

/** Shows the result of `genlock registry owner add`. */
export function ownerAddedView({ name, owners, storage }: RegistryOwnerResult, { style, width }: Screen): string {
  const who = owners.map((each) => printable(each)).join(', ');
  const text = `${style.green('✔')} ${style.bold(printable(name))} of the registry in ${printable(storage)} is owned by ${who}`;
  return wrap(text, { width, hanging: 2 });
}

/** Shows the result of `genlock registry advise`. */
export function advisedView({ advisory, versions, storage }: RegistryAdviseResult, screen: Screen): string {
  const { style, width } = screen;
  const { id, package: name, severity, title } = advisory;
  const what = `advisory ${id} (${severity}) about ${style.bold(printable(name))}: ${printable(title)}`;
  const text = `${style.green('✔')} Published ${what}`;
  const affected = `Affected versions: ${versions.join(', ')}`;
  return [text, affected, `Registry: ${printable(storage)}`]
    .map((line) => wrap(line, { width, hanging: 2 }))
    .join('\n');
}

/** Shows the result of `genlock registry user remove` and the packages without an owner. */
export function userRemovedView({ name, storage, orphaned }: RegistryUserRemoveResult, screen: Screen): string {
  const { style, width } = screen;
  const who = style.bold(printable(name));
  const done = `${style.green('✔')} ${who} is no longer a user of the registry in ${printable(storage)}`;
  if (orphaned.length === 0) return done;
  const left = orphaned.map((each) => printable(each)).join(', ');
  const told = `${style.yellow('!')} Packages without an owner: ${left}. Add an owner with \`genlock registry owner add <user> <package>\`.`;
  return [done, wrap(told, { width, hanging: 2 })].join('\n');
}
