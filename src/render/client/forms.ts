import type { EntityModel, Link, Reference, ScalarField } from '../../data-layer/model.ts';
import { braces, type Code, code, imports, lines, print, property, quote, rows } from '../code.ts';
import type { Emitter } from '../emitter.ts';
import { element, parent, returned } from './jsx.ts';
import { resourceImports, type Target, targetsOf } from './names.ts';

/** `client/forms/<Entity>Form.tsx`: creates a record or changes one, a control a field. */
export const forms: Emitter = function* ({ model }) {
  const targetOf = targetsOf(model);
  for (const { names } of model.entities) {
    const self = targetOf(names.pascal);
    if (self !== undefined)
      yield { path: `client/forms/${names.pascal}Form.tsx`, content: print(form(self, targetOf)) };
  }
};

function form(self: Target, targetOf: (name: string) => Target | undefined): Code {
  const { camel, kebab, pascal } = self.entity.names;
  const fields = fieldsOf(self.entity, targetOf);
  const components = [...new Set(fields.map(({ component }) => component))].toSorted();
  const targets = fields.map(({ target }) => target).filter((target) => target !== undefined);
  const type = localType(pascal, components);
  return code`
    ${imports([`${camel}Input`, type === pascal ? `type ${pascal}` : `type ${pascal} as ${type}`], `@shared/${kebab}`)}
    ${lines([
      ...(components.length === 0 ? [] : [imports(components, '@/components/fields')]),
      "import { FormLayout, type FormProps } from '@/components/records/FormLayout';",
      "import { useRecordForm } from '@/hooks/useRecordForm';",
      ...resourceImports([self, ...targets]),
    ])}

    export function ${pascal}Form(${braces(['record'])}: FormProps<${type}>) {
      const form = useRecordForm(${self.resource}, ${rows('{', formOptions(self.entity), '}')});
      ${returned(
        parent(
          'FormLayout form={form}',
          fields.map(({ component, attributes }) => element(component, attributes)),
        ),
      )}
    }
  `;
}

/** The record's type as the form's module calls it, where a component already has its name. */
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
    `schema: ${names.camel}Input`,
    'record',
    ...(defaults.length === 0 ? [] : [['defaults: ', braces(defaults)]]),
    ...(ids.length === 0 ? [] : [['links: ', braces(ids)]]),
  ];
}

/** What a field of a new record holds before anybody touches it. */
function startOf({ type, required, default: value }: ScalarField): Code | undefined {
  if (value === undefined) return type === 'Boolean' && required ? 'false' : undefined;
  if (type === 'DateTime' && value === 'now') return undefined;
  return typeof value === 'string' || type === 'Decimal' ? quote(String(value)) : String(value).replace('e+', 'e');
}

interface FormField {
  readonly component: string;
  readonly attributes: readonly Code[];
  readonly target?: Target;
}

function fieldsOf(entity: EntityModel, targetOf: (name: string) => Target | undefined): FormField[] {
  return [
    ...entity.fields.map(scalarField),
    ...relationFields(entity.references, { targetOf, make: referenceField }),
    ...relationFields(entity.links, { targetOf, make: linkField }),
  ];
}

const components: Readonly<Record<ScalarField['type'], string>> = {
  String: 'TextField',
  Text: 'TextAreaField',
  Int: 'NumberField',
  BigInt: 'DecimalField',
  Float: 'NumberField',
  Decimal: 'DecimalField',
  Boolean: 'CheckboxField',
  DateTime: 'DateTimeField',
  Json: 'TextAreaField',
  Enum: 'TextField',
};

function scalarField({ name, label, type, required, default: value }: ScalarField): FormField {
  const mustFill = required && type !== 'Boolean' && value !== 'now';
  return {
    component: components[type],
    attributes: [...common(name, label), ...(type === 'Int' ? ['step="1"'] : []), ...(mustFill ? ['required'] : [])],
  };
}

function referenceField({ idField, label, required }: Reference, target: Target): FormField {
  const attributes = [...common(idField, label), `resource={${target.resource}}`, ...(required ? ['required'] : [])];
  return { component: 'RelationField', attributes, target };
}

function linkField({ idsField, label }: Link, target: Target): FormField {
  return {
    component: 'RelationsField',
    attributes: [...common(idsField, label), `resource={${target.resource}}`],
    target,
  };
}

function relationFields<Relation extends { readonly target: string }>(
  relations: readonly Relation[],
  {
    targetOf,
    make,
  }: {
    readonly targetOf: (name: string) => Target | undefined;
    readonly make: (relation: Relation, target: Target) => FormField;
  },
): FormField[] {
  return relations.flatMap((relation) => {
    const target = targetOf(relation.target);
    return target === undefined ? [] : [make(relation, target)];
  });
}

function common(name: string, label: string): string[] {
  return ['control={form.control}', `name="${name}"`, `label="${label}"`];
}
