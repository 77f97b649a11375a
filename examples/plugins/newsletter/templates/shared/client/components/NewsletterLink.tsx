import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { ErrorMessage } from '@/components/ErrorMessage';
import { PageHeader } from '@/components/PageHeader';
import { Button } from '@/components/ui/button';
import { send } from '@/lib/api';

interface NewsletterLinkProps {
  title: string;
  /** The path that receives the token of the link. */
  path: string;
  button: string;
  done: string;
}

/** The page of a link in a mail. Only its button changes something, because programs open links. */
export function NewsletterLink({ title, path, button, done }: NewsletterLinkProps) {
  const { hash } = useLocation();
  const token = new URLSearchParams(hash.slice(1)).get('token') ?? '';
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => send<void>('POST', path, { token }),
  });

  return (
    <div className="space-y-4">
      <PageHeader title={title} />
      {isSuccess ? (
        <p role="status">{done}</p>
      ) : (
        <Button disabled={isPending} onClick={() => mutate()}>
          {button}
        </Button>
      )}
      <ErrorMessage error={error} />
    </div>
  );
}
