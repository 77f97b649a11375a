import { boundFaults, brokenBound } from './bounds.ts';
import { fieldTypes, type FieldDefault } from './config.ts';
import { defaultFault } from './default-value.ts';
import { formFaults, type FormKeys } from './formats.ts';
import type { NameFault } from './names.ts';
import { patternFault, wholeMatch } from './pattern.ts';
import type { SchemaFault } from '../core/schema-check.ts';
import { closest } from '../core/suggestion.ts';

/** A value of an `Enum`: its name, or its name and its former name. */
export type WrittenValue = string | { readonly name: string; readonly was?: string | undefined };

/** Returns the name of an `Enum` value. */
export function valueName(value: WrittenValue): string {
  return typeof value === 'string' ? value : value.name;
}

/** A field with a valid structure. Its type can be unknown. */
export interface WrittenField extends FormKeys {
  readonly required?: boolean | undefined;
  readonly hidden?: boolean | undefined;
  readonly unique?: boolean | undefined;
  readonly index?: boolean | undefined;
  readonly values?: readonly WrittenValue[] | undefined;
}

/**
 * Returns the conflicts between a field's rules, type and default. Empty if the type is unknown. Paths are relative to
 * the field.
 */
export function fieldFaults(field: WrittenField): readonly SchemaFault[] {
  if (!fieldTypes.some((type) => type === field.type)) return [];
  const rules = [...valueFaults(field), ...boundFaults(field.type, field), ...patternFaults(field)];
  const ownDefault = defaultFaults(field);
  const broken = rules.length === 0 && ownDefault.length === 0 ? brokenByDefault(field) : [];
  return [...keyFaults(field), ...hiddenFaults(field), ...rules, ...formFaults(field), ...ownDefault, ...broken];
}

const noKeys: Readonly<Record<string, string>> = {
  Boolean: 'is true or false, so a third record could never be created',
  Enum: 'has few values, so soon no record could be created',
  Json: 'holds Json, which no database compares for this',
};

function keyFaults({ name, type, unique, index }: WrittenField): readonly SchemaFault[] {
  const reason = Object.hasOwn(noKeys, type) ? noKeys[type] : undefined;
  const faults: SchemaFault[] = [];
  if (unique === true && reason !== undefined) {
    faults.push({ code: 'CONFIG_UNIQUE_TYPE', message: `"${name}" ${reason}.`, path: ['unique'] });
  }
  if (index === true && type === 'Json') {
    const message = `"${name}" holds Json, which has no order that an index could keep.`;
    faults.push({ code: 'CONFIG_INDEX_TYPE', message, path: ['index'] });
  }
  return faults;
}

/** Without a control and a default, the form could not create a record. */
function hiddenFaults({ name, hidden, required, default: value }: WrittenField): readonly SchemaFault[] {
  if (hidden !== true || required !== true || value !== undefined) return [];
  const message = `"${name}" is required and has no default, so forms must show it.`;
  return [{ code: 'CONFIG_HIDDEN_REQUIRED', message, path: ['hidden'] }];
}

function valueFaults({ type, values }: WrittenField): readonly SchemaFault[] {
  if (type !== 'Enum') {
    const message = `A field of type ${type} has no "values".`;
    return values === undefined ? [] : [{ code: 'CONFIG_VALUES_MISPLACED', message, path: ['values'] }];
  }
  if (values === undefined || values.length === 0) {
    const path = values === undefined ? ['type'] : ['values'];
    return [{ code: 'CONFIG_VALUES_MISSING', message: 'An Enum needs at least one value.', path }];
  }
  const names = values.map(valueName);
  return names.flatMap((name, at) =>
    names.indexOf(name) === at
      ? []
      : [{ code: 'CONFIG_VALUE_DUPLICATE', message: `"${name}" is listed twice.`, path: ['values', at] } as const],
  );
}

function patternFaults({ type, pattern }: WrittenField): readonly SchemaFault[] {
  if (pattern === undefined) return [];
  if (type !== 'String' && type !== 'Text') {
    const message = `A field of type ${type} has no "pattern".`;
    return [{ code: 'CONFIG_PATTERN_MISPLACED', message, path: ['pattern'] }];
  }
  const fault = patternFault(pattern);
  return fault === undefined ? [] : [fault];
}

function defaultFaults({ type, values, default: value }: WrittenField): readonly SchemaFault[] {
  if (value === undefined) return [];
  const fault = type === 'Enum' ? enumFault((values ?? []).map(valueName), value) : defaultFault(type, value);
  return fault === undefined ? [] : [{ ...fault, path: ['default'] }];
}

function enumFault(values: readonly string[], value: FieldDefault): NameFault | undefined {
  if (values.some((known) => known === value)) return undefined;
  const meant = typeof value === 'string' ? closest(value, values) : undefined;
  const hint = meant === undefined ? {} : { hint: `Did you mean "${meant}"?` };
  return { code: 'CONFIG_DEFAULT_INVALID', message: 'A default of an Enum must be one of its values.', ...hint };
}

/** Returns the rule that the default violates. The rules and the type of the default must be valid. */
function brokenByDefault({ type, default: value, pattern, ...bounds }: WrittenField): readonly SchemaFault[] {
  if (value === undefined) return [];
  const bound = brokenBound(type, bounds, value);
  const isMatch = pattern === undefined || typeof value !== 'string' || wholeMatch(pattern).test(value);
  const broken = bound ?? (isMatch ? undefined : 'pattern');
  if (broken === undefined) return [];
  return [{ code: 'CONFIG_DEFAULT_OUTSIDE', message: `The default doesn't keep "${broken}".`, path: ['default'] }];
}
