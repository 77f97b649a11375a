import type { Rule } from '../../config/config.ts';
import type { DataModel, EntityModel, Reference } from '../../data-layer/model.ts';
import { type Code, code, lines, print } from '../code.ts';
import type { EmittedFile } from '../emitter.ts';
import { offers } from '../offered.ts';
import { element, parent, returned, textAttribute } from './jsx.ts';
import { resourceImports, type Target, targetsOf } from './names.ts';

interface PageOptions {
  readonly folder: string;
  /** The lists on the page of a record. */
  readonly lists: readonly RelatedList[];
  /** Whether the pages check the access rules. The admin area checks its users itself. */
  readonly isGuarded: boolean;
}

/** The pages of the offered operations: the list, a new record, a record and its form. */
export function* recordPages(self: Target, { folder, lists, isGuarded }: PageOptions): Generator<EmittedFile> {
  const { pascal } = self.entity.names;
  const { access } = self.entity;
  const guardOf = (operation: Guard['operation'], rule: Rule): Guard | undefined =>
    isGuarded && rule !== 'public' ? { operation } : undefined;
  const forms = {
    new: { view: 'NewRecord', page: `New${pascal}Page`, guard: guardOf('create', access.create) },
    edit: { view: 'EditRecord', page: `Edit${pascal}Page`, guard: guardOf('update', access.update) },
  };
  const guard = guardOf('read', access.read);
  yield { path: `${folder}/index.tsx`, content: print(listPage(self, guard)) };
  if (offers(self.entity, 'create')) yield { path: `${folder}/new.tsx`, content: print(formPage(self, forms.new)) };
  yield { path: `${folder}/[id].tsx`, content: print(recordPage(self, { lists, guard })) };
  if (offers(self.entity, 'update'))
    yield { path: `${folder}/[id]/edit.tsx`, content: print(formPage(self, forms.edit)) };
}

/** The check of an access rule around a page. */
interface Guard {
  readonly operation: 'read' | 'create' | 'update';
}

/** Prints a page, within its guard if there is one. */
function guarded(page: Code, { resource, guard }: { resource: string; guard: Guard | undefined }): Code {
  if (guard === undefined) return page;
  const attributes = [`resource={${resource}}`, `operation="${guard.operation}"`];
  return parent('RecordGuard', { attributes, children: [page] });
}

const guardImport = "import { RecordGuard } from '@/components/records/RecordGuard';";

interface FormPage {
  readonly view: string;
  readonly page: string;
  readonly guard: Guard | undefined;
}

function formPage({ entity, resource }: Target, { view, page, guard }: FormPage): Code {
  const { kebab, pascal } = entity.names;
  const content = element(view, [`resource={${resource}}`, `form={${pascal}Form}`]);
  return code`
    ${lines([`import { ${view} } from '@/components/records/${view}';`, ...(guard === undefined ? [] : [guardImport])])}
    import { ${pascal}Form } from '@/forms/${pascal}Form';
    import { ${resource} } from '@/resources/${kebab}';

    export default function ${page}() {
      ${returned(guarded(content, { resource, guard }))}
    }
  `;
}

/** The variable with the columns of an entity. */
export function columnsName({ names }: EntityModel): string {
  return `${names.camel}Columns`;
}

function listPage({ entity, resource }: Target, guard: Guard | undefined): Code {
  const { kebab, pascalPlural } = entity.names;
  const columns = columnsName(entity);
  const content = element('RecordList', [`resource={${resource}}`, `columns={${columns}}`]);
  return code`
    ${lines([`import { ${columns} } from '@/columns/${kebab}';`, ...(guard === undefined ? [] : [guardImport])])}
    import { RecordList } from '@/components/records/RecordList';
    import { ${resource} } from '@/resources/${kebab}';

    export default function ${pascalPlural}Page() {
      ${returned(guarded(content, { resource, guard }))}
    }
  `;
}

/** A list of the records that refer to a record. */
export interface RelatedList {
  readonly source: Target;
  readonly reference: Reference;
  /** Only for one of several relations between two entities. */
  readonly title?: string;
}

/** Returns the lists of a record's page: one for each many-to-one relation to it. */
export function listsOf({ names }: EntityModel, model: DataModel): readonly RelatedList[] {
  const targetOf = targetsOf(model);
  return model.entities.flatMap((entity) => {
    const source = targetOf(entity.names.pascal);
    const references = entity.references.filter(({ target, unique }) => target === names.pascal && !unique);
    if (source === undefined) return [];
    const isAmbiguous = references.length > 1;
    return references.map((reference) => ({
      source,
      reference,
      ...(isAmbiguous && { title: `${entity.labelPlural} (${reference.label})` }),
    }));
  });
}

function recordPage(self: Target, { lists, guard }: { lists: readonly RelatedList[]; guard: Guard | undefined }): Code {
  const { entity, resource } = self;
  const sources = lists.map(({ source }) => source);
  const entities = [...new Set([entity, ...sources.map((source) => source.entity)])];
  const columns = entities.map(({ names }) => [names.kebab, `${names.camel}Columns`] as const);
  const props = [`resource={${resource}}`, `columns={${columnsName(entity)}}`];
  const related = lists.map(({ source, reference, title }) =>
    element('RelatedRecords', [
      `resource={${source.resource}}`,
      `columns={${columnsName(source.entity)}}`,
      `reference="${reference.idField}"`,
      ...(title === undefined ? [] : [textAttribute('title', title)]),
    ]),
  );
  const content = parent('ShowRecord', { attributes: props, children: related });
  return code`
    ${lines([
      ...columns
        .toSorted(([one], [other]) => (one < other ? -1 : 1))
        .map(([kebab, name]) => `import { ${name} } from '@/columns/${kebab}';`),
      ...(guard === undefined ? [] : [guardImport]),
      ...(lists.length === 0 ? [] : ["import { RelatedRecords } from '@/components/records/RelatedRecords';"]),
      "import { ShowRecord } from '@/components/records/ShowRecord';",
      ...resourceImports([self, ...sources]),
    ])}

    export default function ${entity.names.pascal}Page() {
      ${returned(guarded(content, { resource, guard }))}
    }
  `;
}
