import { isSitePath } from '../../sandbox/index.ts';
import { deceptiveWord } from '../core/alphabets.ts';
import { isPrintable } from '../errors/printable.ts';
import { closest } from '../core/suggestion.ts';
import { defaultIcon, iconNamed, iconNames } from '../config/icons.ts';
import { ofKind, refusal, type OperationValidator, type Diagnostic, type ValidationContext } from './context.ts';

/** Common properties of menu entries and their children. */
interface Link {
  readonly id: string;
  readonly label: string;
  readonly href?: string;
}

/** Validates menu entries of calls and of the manifest: links within the site, visible labels, known icons. */
export const validateAdminMenu: OperationValidator = function* (trial) {
  const operations = ofKind(trial.operations, 'registerAdminMenu');
  const { manifest } = trial;
  const declared = manifest.adminMenu === undefined ? [] : [{ ...manifest.adminMenu, id: manifest.name }];
  const unknownIcons = new Set<string>();
  for (const entry of [...declared, ...operations]) {
    yield* linkFaults(entry, trial);
    const children = entry.children ?? [];
    for (const child of children) yield* linkFaults(child, trial);
    if (new Set(children.map(({ id }) => id)).size !== children.length) {
      yield refusal(trial, {
        code: 'JUDGE_MENU_ID',
        reason: `has two menu entries with the same id below ${entry.id}`,
      });
    }
    if (entry.icon !== undefined && iconNamed(entry.icon) === undefined) unknownIcons.add(entry.icon);
  }
  for (const icon of unknownIcons) {
    const meant = closest(icon, iconNames);
    const hint = meant === undefined ? 'ICONS.md of the documentation lists the icons.' : `Did you mean "${meant}"?`;
    yield { warning: `the menu has no icon "${icon}"; it shows "${defaultIcon}". ${hint}` };
  }
};

function* linkFaults({ id, label, href }: Link, trial: ValidationContext): Iterable<Diagnostic> {
  if (!isPrintable(id)) yield refusal(trial, { code: 'JUDGE_MENU_ID', reason: `gives a menu entry the id ${id}` });
  if (label.trim() === '' || !isPrintable(label)) {
    yield refusal(trial, { code: 'JUDGE_MENU_LABEL', reason: `labels the menu entry ${id} with invisible characters` });
  }
  if (href !== undefined && (!isSitePath(href) || deceptiveWord(href) !== undefined)) {
    yield refusal(trial, { code: 'JUDGE_MENU_HREF', reason: `links the menu entry ${id} to ${href}` });
  }
}
