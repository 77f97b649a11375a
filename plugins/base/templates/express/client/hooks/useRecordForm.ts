import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
} from 'react-hook-form';
import { useNavigate, useSearchParams } from 'react-router';
import { safeParse, type z } from 'zod';
import { theirValue } from '@/components/fields/useField';
import { notify } from '@/components/Notices';
import type { InlineForm } from '@/components/records/FormLayout';
import { useArea } from '@/hooks/useArea';
import { useDraft } from '@/hooks/useDraft';
import { useMaySet, useMaySetOwner } from '@/hooks/useMay';
import { loadRecord, useSave } from '@/hooks/useResource';
import { ProblemError } from '@/lib/api';
import { t } from '@/lib/i18n';
import { pagePath, type Resource, type Stored } from '@/lib/resource';
import { slotRecord } from '@/lib/slots';

type Links<Values, Item> = { [Field in keyof Values]?: keyof Item };

interface RecordFormOptions<Values, Output, Item> {
  schema: z.ZodObject & z.ZodType<Output, Values>;
  /** The record to change. Without a record, the form creates one. */
  record: Item | undefined;
  /** The record whose values a new record starts with. */
  copyOf?: Item | undefined;
  /** Called instead of showing the record, if the form is in a dialog. */
  inline?: InlineForm<Item> | undefined;
  /** The initial values of a new record. */
  defaults?: DefaultValues<Values>;
  /** Fields with ids, each with its relation. */
  links?: Links<Values, Item>;
}

/** Creates a form that creates or changes a record and then shows it. */
export function useRecordForm<
  Values extends FieldValues,
  Output extends FieldValues,
  Item extends Stored,
>(
  resource: Resource<Item>,
  { schema, record, copyOf, inline, defaults, links = {} }: RecordFormOptions<Values, Output, Item>,
) {
  const area = useArea();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const save = useSave(resource);
  const maySet = useMaySet(resource);
  const maySetOwner = useMaySetOwner(resource, record ? 'update' : 'create');
  const stored = record ?? copyOf;
  const { control, formState, getValues, handleSubmit, reset, ...form } = useForm({
    resolver: zodResolver<Values, unknown, Output>(schema),
    defaultValues: stored
      ? valuesOf(stored, { links, schema })
      : newValues(defaults, { search: inline ? undefined : search, schema }),
  });
  const { setError, setFocus, setValue } = form;
  const { dirtyFields } = formState;

  // The record as the user has seen it. After a conflict, this is the version of the other user.
  const [seen, setSeen] = useState(record);
  const [conflict, setConflict] = useState<Error | null>(null);

  /** Shows the values of the other user, except in the fields that this user has changed. */
  async function showTheirs(mine: Item) {
    const theirs = await loadRecord(resource, mine.id).catch(() => undefined);
    // The error of the save remains.
    if (theirs === undefined) return;
    const before = valuesOf(mine, { links, schema });
    const after = valuesOf(theirs, { links, schema });
    setSeen(() => theirs);
    setConflict(new Error(t('conflict')));
    reset(after, { keepDirtyValues: true });
    for (const name of Object.keys(dirtyFields) as Path<Values>[]) {
      if (JSON.stringify(before[name]) === JSON.stringify(after[name])) continue;
      setError(name, { type: theirValue, message: plainText(after[name]) });
    }
  }

  // Blocks a second submit before the next render.
  const isSent = useRef(false);
  function send(values: Output) {
    if (isSent.current) return;
    isSent.current = true;
    const given = Object.entries(values).filter(([name]) => maySet(name));
    const changes = given.filter(([name]) => Object.hasOwn(dirtyFields, name));
    setConflict(null);
    save.mutate(
      { record: seen, values: Object.fromEntries(seen ? changes : given) },
      {
        onError: async (error) => {
          const isOld = error instanceof ProblemError && error.code === 'changed_since_read';
          if (seen && isOld) await showTheirs(seen);
          isSent.current = false;
        },
      },
    );
  }

  useEffect(() => {
    const refused = refusedFields<Values>(save.error, schema);
    for (const { name, detail } of refused) setError(name, { type: 'server', message: detail });
    if (refused[0]) setFocus(refused[0].name);
  }, [save.error, schema, setError, setFocus]);

  // `isDirty` also counts fields that were only registered (twice in development).
  const changed = Object.keys(dirtyFields) as Path<Values>[];
  const hasUnsaved = changed.length > 0 && !save.isPending && !save.isSuccess;
  useDraft({
    unsaved: () =>
      inline || save.isSuccess || changed.length === 0
        ? undefined
        : { values: Object.fromEntries(changed.map((name) => [name, getValues(name)])), seen },
    restore: (draft) => {
      setSeen(() => draft.seen as Item | undefined);
      for (const [name, value] of Object.entries(draft.values)) {
        setValue(name as Path<Values>, value as PathValue<Values, Path<Values>>, {
          shouldDirty: true,
        });
      }
      notify(t('draftRestored'));
    },
  });

  // Runs after the form is marked as saved. Earlier navigation would show the unsaved changes
  // prompt.
  useEffect(() => {
    if (!save.data) return;
    notify(t('recordSaved', { singular: resource.singular }));
    if (inline) inline.onSaved(save.data);
    else void navigate(pagePath(area, resource, save.data.id), { replace: true });
  }, [save.data, inline, area, resource, navigate]);

  return {
    control,
    maySet,
    maySetOwner,
    submit: () => handleSubmit(send)(),
    isSaving: save.isPending,
    error: conflict ?? save.error,
    back: pagePath(area, resource, record?.id),
    onCancel: inline?.onCancel,
    subject: { resource, record: seen && slotRecord(seen) },
    hasUnsaved,
  };
}

/** Returns a string or a number as text, and an empty text for other values. */
function plainText(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** Returns the values of a record. The owner has no value if the record has no owner. */
function valuesOf<Values, Item extends object>(
  record: Item,
  { links, schema }: { links: Links<Values, Item>; schema: z.ZodObject },
): DefaultValues<Values> {
  const own = Object.entries(record).filter(([name, value]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    return value !== null || field === undefined || safeParse(field, null).success;
  });
  const relations = Object.entries(links) as [string, keyof Item][];
  const ids = relations.map(([field, relation]) => {
    const related = record[relation];
    return [field, Array.isArray(related) ? related.map(({ id }: Stored) => id) : []];
  });
  return { ...Object.fromEntries(own), ...Object.fromEntries(ids) } as DefaultValues<Values>;
}

/**
 * Returns the initial values of a new record: the defaults, and the query's valid strings, such
 * as the id of a related record.
 */
function newValues<Values>(
  defaults: DefaultValues<Values> | undefined,
  { search, schema }: { search: URLSearchParams | undefined; schema: z.ZodObject },
): DefaultValues<Values> {
  const given = [...(search ?? [])].filter(([name, text]) => {
    const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
    return field !== undefined && safeParse(field, text).success;
  });
  return { ...defaults, ...Object.fromEntries(given) } as DefaultValues<Values>;
}

/** Returns the fields that the server rejected, each with an error message. */
function refusedFields<Values extends FieldValues>(
  error: Error | null,
  { shape }: z.ZodObject,
): { name: Path<Values>; detail: string }[] {
  if (!(error instanceof ProblemError)) return [];
  return error.errors
    .map(({ pointer, detail }) => ({ name: pointer?.split('/')[1] ?? '', detail }))
    .filter(({ name }) => Object.hasOwn(shape, name))
    .map(({ name, detail }) => ({ name: name as Path<Values>, detail }));
}
