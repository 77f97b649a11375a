import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Failure } from '@/components/Failure';
import { Loading } from '@/components/Loading';
import { PageHeader } from '@/components/PageHeader';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { get, send } from '@/lib/api';
import { formatDateTime } from '@/lib/format';

interface Note {
  id: string;
  text: string;
  createdAt: string;
}

const path = '/api/sample-plugin';
const maxLength = Number('{{settings.maxLength}}');

export default function NotesPage() {
  return (
    <>
      <PageHeader title="Sample plugin" />
      <NoteForm />
      <NoteList />
    </>
  );
}

function NoteForm() {
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => send<Note>('POST', path, { text }),
    onSuccess: () => {
      setText('');
      return queryClient.invalidateQueries({ queryKey: [path] });
    },
  });

  return (
    <form
      className="mb-6 space-y-2"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <div className="flex gap-2">
        <Input
          aria-label="Note"
          value={text}
          maxLength={maxLength}
          required
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={isPending}>
          Leave a note
        </Button>
      </div>
      {error && (
        <p role="alert" className="text-destructive text-sm">
          {error.message}
        </p>
      )}
    </form>
  );
}

function NoteList() {
  const { data, error, refetch } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => get<Note[]>(path, signal),
  });

  if (error) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <Loading />;
  if (data.length === 0) return <p className="text-muted-foreground">No notes yet.</p>;
  return (
    <ul className="bg-card divide-y rounded-xl border">
      {data.map(({ id, text, createdAt }) => (
        <li key={id} className="px-4 py-3">
          <p className="wrap-anywhere">{text}</p>
          <p className="text-muted-foreground text-sm">{formatDateTime(createdAt)}</p>
        </li>
      ))}
    </ul>
  );
}
