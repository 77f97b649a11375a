import { useEffect, useRef, useState } from 'react';
import {
  useForm,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
} from 'react-hook-form';
import { useNavigate } from 'react-router';
import { theirValue } from '@/components/fields/useField';
import { notify } from '@/components/Notices';
import type { InlineForm } from '@/components/records/FormLayout';
import { useArea } from '@/hooks/useArea';
import { defer, useDeferred } from '@/hooks/useDeferred';
import { isStorable, useDraft } from '@/hooks/useDraft';
import { useMayRead, useMaySet, useMaySetOwner } from '@/hooks/useMay';
import { loadRecord, useSave } from '@/hooks/useResource';
import { ProblemError, setVersion, versionOf } from '@/lib/api';
import { t } from '@/lib/i18n';
import { pagePath, type Resource, type Stored } from '@/lib/resource';
import { slotRecord } from '@/lib/slots';
import type { InputSchema } from '@/lib/validation';

type Links<Values, Item> = { [Field in keyof Values]?: keyof Item };

interface RecordFormOptions<Values, Output, Item> {
  /** Loads the schema, which is larger than the rest of a form. */
  schema: () => Promise<InputSchema<Values, Output>>;
  /** The record to change. Without a record, the form creates one. */
  record: Item | undefined;
  /** The values of a new record that replace the defaults. */
  copyOf?: Partial<Item> | undefined;
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
  const save = useSave(resource);
  const mayRead = useMayRead(resource);
  const maySet = useMaySet(resource);
  const maySetOwner = useMaySetOwner(resource, record ? 'update' : 'create');
  const [validation] = useState(() =>
    defer(async () => {
      const modules = [import('@/lib/validation'), schema()] as const;
      const [{ checkOf, hasField }, loaded] = await Promise.all(modules);
      const check = checkOf<Values, Output>(loaded, record ?? copyOf);
      return { check, hasField: (name: string) => hasField(loaded, name) };
    }),
  );
  const [, loadValidation] = useDeferred(validation);
  const { control, formState, getFieldState, getValues, handleSubmit, reset, ...form } = useForm<
    Values,
    unknown,
    Output
  >({
    resolver: async (...values) => (await validation.load()).check(...values),
    defaultValues: record
      ? valuesOf<Values, Item>(record, links)
      : Object.assign({}, defaults, copyOf && valuesOf<Values, Item>(copyOf, links)),
  });
  const { setError, setFocus, setValue } = form;
  const { dirtyFields } = formState;

  // The record as the user has seen it. After a conflict, this is the version of the other user.
  const [seen, setSeen] = useState(record);
  const [problem, setProblem] = useState<Error | null>(null);

  /** Shows the values of the other user, except in the fields that this user has changed. */
  async function showTheirs(mine: Item) {
    const theirs = await loadRecord(resource, mine.id).catch(() => undefined);
    // The error of the save remains.
    if (theirs === undefined) return;
    const before = valuesOf(mine, links);
    const after = valuesOf(theirs, links);
    setSeen(() => theirs);
    setProblem(new Error(t('conflict')));
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

  async function submit() {
    setProblem(null);
    if (await loadValidation()) await handleSubmit(send)();
    else setProblem(new Error(t('serverUnreachable')));
  }

  useEffect(() => {
    const refused = refusedFields<Values>(save.error, validation.get()?.hasField);
    for (const { name, detail } of refused) setError(name, { type: 'server', message: detail });
    if (refused[0]) setFocus(refused[0].name);
  }, [save.error, validation, setError, setFocus]);

  // `isDirty` also counts fields that were only registered (twice in development).
  const changed = Object.keys(dirtyFields) as Path<Values>[];
  const hasUnsaved = changed.length > 0 && !save.isPending && !save.isSuccess;
  useDraft({
    unsaved: () => {
      // The user cannot read the value of such a field again.
      const kept = changed.filter((name) => mayRead(name) && isStorable(name));
      if (inline || save.isSuccess || kept.length === 0) return undefined;
      return {
        values: Object.fromEntries(kept.map((name) => [name, getValues(name)])),
        seen: seen && partOf(seen, kept),
        version: seen && versionOf(seen),
      };
    },
    restore: ({ values, seen: before, version }) => {
      // The user can type before the server has returned the user.
      const missing = Object.entries(values).filter(
        ([name]) => !getFieldState(name as Path<Values>).isDirty,
      );
      if (missing.length === 0) return;
      if (record && before) {
        const old = { ...record, ...before };
        if (version !== undefined) setVersion(old, version);
        setSeen(() => old);
      }
      for (const [name, value] of missing) {
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
    submit,
    isSaving: save.isPending,
    error: problem ?? save.error,
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

/** Returns the id and the given fields of a record. */
function partOf(record: Stored, fields: readonly string[]): object {
  const own = Object.entries(record).filter(([name]) => fields.includes(name));
  return { id: record.id, ...Object.fromEntries(own) };
}

/** Returns the values of a record. */
function valuesOf<Values, Item extends object>(
  record: Partial<Item>,
  links: Links<Values, Item>,
): DefaultValues<Values> {
  const ids = (Object.entries(links) as [string, keyof Item][]).flatMap(([field, relation]) => {
    const related = record[relation];
    return Array.isArray(related) ? [[field, related.map(({ id }: Stored) => id)]] : [];
  });
  return { ...record, ...Object.fromEntries(ids) } as DefaultValues<Values>;
}

/** Returns the fields that the server rejected, each with an error message. */
function refusedFields<Values extends FieldValues>(
  error: Error | null,
  hasField: (name: string) => boolean = () => false,
): { name: Path<Values>; detail: string }[] {
  if (!(error instanceof ProblemError)) return [];
  return error.errors
    .map(({ pointer, detail }) => ({ name: pointer?.split('/')[1] ?? '', detail }))
    .filter(({ name }) => hasField(name))
    .map(({ name, detail }) => ({ name: name as Path<Values>, detail }));
}
