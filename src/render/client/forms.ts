import type { TextFormat } from '../../config/config.ts';
import { scaleOf, textFormatOf } from '../../config/formats.ts';
import type { EntityModel, Link, Reference, ScalarField } from '../../data-layer/model.ts';
import {
  braces,
  call,
  type Code,
  code,
  imports,
  lazyMember,
  lines,
  list,
  paragraphs,
  print,
  property,
  quote,
  rows,
  typeImports,
} from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { writtenPart } from '../offered.ts';
import { enumValues } from '../server/enums.ts';
import { includable } from '../server/relations.ts';
import { element, parent, returned, shownIf, textAttribute } from './jsx.ts';
import { enumsOf, inputLoader, resourceImports, type Target, targetsOf } from './names.ts';

/** `client/forms/<Entity>Form.tsx`: a form to create or change a record, with one control per field. */
export const forms: Emitter = function* ({ model }) {
  const targetOf = targetsOf(model);
  for (const entity of model.entities) {
    const self = targetOf(entity.names.pascal);
    if (self === undefined) continue;
    // Relations that are not read with the record are left out: the form could not show their current records.
    const written = writtenPart(entity);
    const fields = written.fields.filter(({ hidden }) => hidden !== true);
    const shown = { ...self, entity: { ...written, fields, links: includable(entity, model).links } };
    yield { path: `client/forms/${entity.names.pascal}Form.tsx`, content: print(form(shown, targetOf)) };
  }
};

function form(self: Target, targetOf: (name: string) => Target | undefined): Code {
  const { kebab, pascal } = self.entity.names;
  const fields = fieldsOf(self.entity, targetOf);
  const groups = fields.some(({ group }) => group !== undefined) ? ['FieldGroup'] : [];
  const components = [...new Set([...groups, ...fields.map(({ component }) => component)])].toSorted();
  const targets = fields.map(({ target }) => target).filter((target) => target !== undefined);
  const others = [...new Set(targets.map(({ entity }) => entity.names.pascal))].filter((name) => name !== pascal);
  const lazyForms = others.toSorted().map((name) => `${name}Form`);
  const type = localType(pascal, [...components, ...lazyForms]);
  const record = type === pascal ? pascal : `${pascal} as ${type}`;
  const enums = enumsOf(self.entity);
  return paragraphs([
    lines([
      ...(lazyForms.length === 0 ? [] : [imports(['lazy'], 'react')]),
      ...(enums.length === 0 ? [] : [imports(enums, `@shared/enums/${kebab}`)]),
      typeImports([record], `@shared/${kebab}`),
      ...(components.length === 0 ? [] : [imports(components, '@/components/fields')]),
      "import { FormLayout, type FormProps } from '@/components/records/FormLayout';",
      "import { useRecordForm } from '@/hooks/useRecordForm';",
      ...(self.entity.fields.some(hasFormattedBound) ? ["import { formatDecimal } from '@/lib/format';"] : []),
      ...(fields.some(({ limit }) => limit !== undefined) ? ["import { t } from '@/lib/i18n';"] : []),
      ...resourceImports([self, ...targets]),
    ]),
    ...(lazyForms.length === 0 ? [] : [lines(lazyForms.map(lazyForm))]),
    code`
    export function ${pascal}Form(${braces(['record', 'copyOf', 'inline'])}: FormProps<${type}>) {
      const form = useRecordForm(${self.resource}, ${rows('{', formOptions(self.entity), '}')});
      ${returned(
        parent('FormLayout', {
          attributes: ['form={form}'],
          children: controlsOf(fields),
        }),
      )}
    }
  `,
  ]);
}

/** Prints the controls. A group is at the position of its first field. */
function controlsOf(fields: readonly FormField[]): Code[] {
  const controls = Map.groupBy(fields, ({ group, attributes }) => group ?? attributes);
  return [...controls].flatMap(([key, members]) => {
    const elements = members.map(({ component, attributes, limit, guard }) => {
      const control = element(component, limit === undefined ? attributes : [...attributes, limit]);
      return guard === undefined ? control : shownIf(guard, control);
    });
    if (typeof key !== 'string') return elements;
    return [parent('FieldGroup', { attributes: [textAttribute('legend', key)], children: elements })];
  });
}

/** Loads the form of a related record when a picker opens it. */
function lazyForm(name: string): Code {
  const module = rows('({', [['default: ', lazyMember(`@/forms/${name}`, name)]], '})');
  return [`const ${name} = lazy(async () => `, module, ');'];
}

/** Returns the local name of the record type, renamed if a component has the same name. */
function localType(pascal: string, components: readonly string[]): string {
  return ['FormLayout', 'FormProps', ...components].includes(pascal) ? `${pascal}Record` : pascal;
}

function formOptions({ names, fields, links }: EntityModel): Code[] {
  const defaults = fields.flatMap((field) => {
    const value = startOf(field);
    return value === undefined ? [] : [property(field.name, value)];
  });
  const ids = links.map(({ idsField, name }) => property(idsField, quote(name)));
  return [
    inputLoader('schema', names),
    'record',
    'copyOf',
    'inline',
    ...(defaults.length === 0 ? [] : [['defaults: ', braces(defaults)]]),
    ...(ids.length === 0 ? [] : [['links: ', braces(ids)]]),
  ];
}

/** Returns the initial value of a field in a new record. The server sets defaults that a form cannot show. */
function startOf({ type, required, default: value }: ScalarField): Code | undefined {
  if (value === undefined) return type === 'Boolean' && required ? 'false' : undefined;
  if (type === 'Json' || (type === 'DateTime' && value === 'now')) return undefined;
  if (typeof value === 'object') return undefined;
  const asText = typeof value === 'string' || type === 'Decimal' || type === 'BigInt';
  return asText ? quote(String(value)) : String(value).replace('e+', 'e');
}

interface FormField {
  /** The legend above the field and others of the same group. */
  readonly group?: string | undefined;
  readonly component: string;
  readonly attributes: readonly Code[];
  /** The prop that describes the accepted values, in the user's language. */
  readonly limit?: Code | undefined;
  readonly target?: Target;
  /** The condition for the control. */
  readonly guard?: string;
}

function fieldsOf(entity: EntityModel, targetOf: (name: string) => Target | undefined): FormField[] {
  return [
    ...entity.fields.map(scalarField),
    ...entity.references.map((reference) => referenceField(reference, { entity, target: targetOf(reference.target) })),
    ...entity.links.flatMap((link) => {
      const target = targetOf(link.target);
      return target === undefined ? [] : [linkField(link, target)];
    }),
  ];
}

const components: Readonly<Record<ScalarField['type'], string>> = {
  String: 'TextField',
  Text: 'TextAreaField',
  Int: 'NumberField',
  BigInt: 'BigIntField',
  Float: 'NumberField',
  Decimal: 'DecimalField',
  Boolean: 'CheckboxField',
  Date: 'DateField',
  DateTime: 'DateTimeField',
  Json: 'JsonField',
  Enum: 'EnumField',
};

const formatComponents: Readonly<Record<TextFormat, string>> = {
  email: 'EmailField',
  url: 'UrlField',
  phone: 'PhoneField',
  slug: 'TextField',
  color: 'ColorField',
};

function scalarField(field: ScalarField): FormField {
  const { name, label, type, required, description, group, default: value } = field;
  const format = textFormatOf(field);
  // The form cannot show these defaults. In a new record, an empty input means the default.
  const hasDefault = required && (value === 'now' || (type === 'Json' && value !== undefined));
  const mustFill = required && type !== 'Boolean' && !hasDefault;
  const isLimited = field.access !== undefined && field.access.write !== 'public';
  return {
    ...(isLimited ? { guard: `form.maySet(${quote(name)})` } : {}),
    group,
    component: format === undefined ? components[type] : formatComponents[format],
    attributes: [
      ...common(name, label),
      ...ofType(field),
      ...hint(description),
      ...(mustFill ? ['required'] : []),
      ...(hasDefault ? ['required={record !== undefined}', 'hasDefault={record === undefined}'] : []),
    ],
    limit: limitOf(field),
  };
}

/** Returns the props that only controls of one type accept. */
function ofType(field: ScalarField): Code[] {
  const { type, min, max, enumName } = field;
  const scale = scaleOf(field);
  if (enumName !== undefined) return [`values={${enumValues({ enumName })}}`];
  if (scale !== undefined) return [`scale={${scale}}`];
  if (type !== 'Int' && type !== 'Float') return [];
  return [
    ...(type === 'Int' ? ['step="1"'] : []),
    ...(min === undefined ? [] : [`min={${min}}`]),
    ...(max === undefined ? [] : [`max={${max}}`]),
  ];
}

/** Describes the bounds of a field, or else its currency. */
function limitOf(field: ScalarField): Code | undefined {
  const { type, min, max, currency } = field;
  const isText = type === 'String' || type === 'Text';
  const suffix = isText ? 'Characters' : '';
  // Characters are a number, so that the message can have a plural.
  const bound = (value: number | string) => (isText ? String(value) : boundCode(String(value), field));
  if (min !== undefined && max !== undefined) {
    return limit(`limitBetween${suffix}`, [property('min', bound(min)), property('max', bound(max))]);
  }
  if (min !== undefined) return limit(`limitAtLeast${suffix}`, [property('min', bound(min))]);
  if (max !== undefined) return limit(`limitAtMost${suffix}`, [property('max', bound(max))]);
  return currency === undefined ? undefined : limit('limitCurrency', [property('currency', quote(currency))]);
}

/** Prints a bound of a number. */
function boundCode(value: string, field: ScalarField): Code {
  if (!isFormatted(value, field)) return quote(value);
  const { scale, currency } = field;
  const digits = scaleOf({ scale, currency });
  const look = [
    ...(digits === undefined ? [] : [property('scale', String(digits))]),
    ...(currency === undefined ? [] : [property('currency', quote(currency))]),
  ];
  return list('formatDecimal(', look.length === 0 ? [quote(value)] : [quote(value), braces(look)], ')');
}

/** Prints `limit={t('message', { min: 2 })}`. */
function limit(message: string, values: readonly Code[]): Code {
  const withValues = (object: Code): Code => [quote(message), ', ', object];
  return ['limit={', call('t', { flat: withValues(braces(values)), broken: withValues(rows('{', values, '}')) }), '}'];
}

/** Returns whether a number depends on the language. A short integer is the same in each one. */
function isFormatted(value: number | string, { currency }: ScalarField): boolean {
  return currency !== undefined || !/^-?\d{1,4}$/u.test(String(value));
}

function hasFormattedBound(field: ScalarField): boolean {
  const { type, min, max } = field;
  if (type === 'String' || type === 'Text') return false;
  return [min, max].some((bound) => bound !== undefined && isFormatted(bound, field));
}

function hint(text: string | undefined): string[] {
  return text === undefined ? [] : [textAttribute('hint', text)];
}

/**
 * Renders a reference. Plugin records cannot be listed, so they are entered by id. The owner may be left to the server.
 */
function referenceField(
  reference: Reference,
  { entity, target }: { readonly entity: EntityModel; readonly target: Target | undefined },
): FormField {
  const { idField, label, description, group, required, target: model } = reference;
  const isOwner = entity.owner?.name === reference.name;
  const must = required && !isOwner ? ['required'] : [];
  const guard = isOwner ? { guard: 'form.maySetOwner' } : {};
  if (target !== undefined) {
    const attributes = [...common(idField, label), ...picker(target), ...hint(description), ...must];
    return { ...guard, group, component: 'RelationField', attributes, target };
  }
  return {
    ...guard,
    group,
    component: 'TextField',
    attributes: [...common(idField, label), ...hint(description), ...must],
    limit: limit(isOwner ? 'limitOwner' : 'limitRecord', [property('entity', quote(model))]),
  };
}

function linkField({ name, idsField, label, description, group }: Link, target: Target): FormField {
  return {
    group,
    component: 'RelationsField',
    attributes: [
      ...common(idsField, label),
      ...picker(target),
      `linked={(record ?? copyOf)?.${name}}`,
      ...hint(description),
    ],
    target,
  };
}

function picker({ entity, resource }: Target): string[] {
  return [`resource={${resource}}`, `form={${entity.names.pascal}Form}`];
}

function common(name: string, label: string): string[] {
  return ['control={form.control}', `name="${name}"`, textAttribute('label', label)];
}
