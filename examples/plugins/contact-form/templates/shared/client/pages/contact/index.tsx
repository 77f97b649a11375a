import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { PageHeader } from '@/components/PageHeader';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { send } from '@/lib/api';

export default function ContactPage() {
  const [message, setMessage] = useState({ email: '', text: '' });
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => send<void>('POST', '/api/contact', message),
  });

  if (isSuccess) return <PageHeader title="Thank you for your message" />;
  return (
    <form
      className="max-w-lg space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <PageHeader title="Contact" />
      <Input
        type="email"
        aria-label="Your address"
        placeholder="you@example.com"
        value={message.email}
        required
        onChange={({ target }) => setMessage({ ...message, email: target.value })}
      />
      <Textarea
        aria-label="Message"
        value={message.text}
        required
        onChange={({ target }) => setMessage({ ...message, text: target.value })}
      />
      {error && (
        <p role="alert" className="text-destructive text-sm">
          {error.message}
        </p>
      )}
      <Button type="submit" disabled={isPending}>
        Send
      </Button>
    </form>
  );
}
