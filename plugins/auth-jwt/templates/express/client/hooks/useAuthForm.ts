import { zodResolver } from '@hookform/resolvers/zod';
import { type FormEvent, useRef, useState } from 'react';
import { type DefaultValues, type FieldValues, type Path, useForm } from 'react-hook-form';
import type { z } from 'zod';
import { useWait } from '@/hooks/useWait';
import { ProblemError } from '@/lib/api';

interface AuthFormOptions<Values> {
  schema: z.ZodObject & z.ZodType<Values, Values>;
  defaults: DefaultValues<Values>;
  /** Sends the values. Thrown errors are shown in the form. */
  send: (values: Values) => Promise<void>;
  /** Maps a problem’s code to the form field. */
  fieldOf?: Readonly<Record<string, Path<Values & FieldValues>>>;
  /** The message if no response arrived and the outcome is unknown. */
  lostAnswer: string;
}

/** Creates a form that submits once at a time and shows server errors next to their fields. */
export function useAuthForm<Values extends FieldValues>(options: AuthFormOptions<Values>) {
  const { schema, defaults, send, fieldOf = {}, lostAnswer } = options;
  const { control, handleSubmit, reset, setError, setFocus } = useForm<Values, unknown, Values>({
    resolver: zodResolver<Values, unknown, Values>(schema),
    defaultValues: defaults,
  });
  const [isSending, setSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  const wait = useWait();
  // A ref, because state updates too late to block a second submit.
  const isBusy = useRef(false);

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (isBusy.current || wait.seconds > 0) return;
    isBusy.current = true;
    setSending(true);
    setProblem(undefined);
    await handleSubmit(send)().catch(show);
    isBusy.current = false;
    setSending(false);
  }

  function show(error: unknown) {
    if (!(error instanceof ProblemError)) throw error;
    const refused = refusedFields(error);
    for (const { name, message } of refused) setError(name, { type: 'server', message });
    if (refused[0]) return setFocus(refused[0].name, { shouldSelect: true });
    if (error.retryAfter !== undefined) wait.start(error.retryAfter);
    setProblem([0, 502, 504].includes(error.status) ? lostAnswer : error.message);
  }

  function refusedFields({ errors, code = '', message }: ProblemError) {
    const known = fieldOf[code];
    if (known) return [{ name: known, message }];
    const names = Object.keys(schema.shape).filter((name) => pointed(name).length > 0);
    return names.map((name) => ({
      name: name as Path<Values>,
      message: pointed(name)
        .map(({ detail }) => detail)
        .join('. '),
    }));

    function pointed(name: string) {
      return errors.filter(({ pointer }) => pointer === `/${name}`);
    }
  }

  return { control, reset, submit, isSending, problem, wait: wait.seconds };
}
