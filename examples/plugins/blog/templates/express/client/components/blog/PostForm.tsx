import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useNavigate } from 'react-router';
import { PostBody } from '@/components/blog/PostBody';
import { ErrorMessage } from '@/components/ErrorMessage';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { Textarea } from '@/components/ui/textarea';
import { ProblemError, send } from '@/lib/api';
import { t } from '@/lib/i18n';

export interface PostValues {
  slug: string;
  title: string;
  summary: string;
  body: string;
  authorName: string;
  isPublished: boolean;
}

/** The form of a new post, or of the post with this id. */
export function PostForm({ id, post }: { id?: string; post: PostValues }) {
  const [values, setValues] = useState(post);
  const navigate = useNavigate();
  const queries = useQueryClient();
  const preview = useMutation({
    mutationFn: () => send<{ html: string }>('POST', '/api/blog/preview', { body: values.body }),
  });
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      id === undefined
        ? send<unknown>('POST', '/api/blog/drafts', values)
        : send<unknown>('PUT', `/api/blog/drafts/${id}`, values),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['blog'] });
      await navigate('/admin/blog');
    },
  });
  const change = (changed: Partial<PostValues>) => setValues({ ...values, ...changed });
  const isTaken = error instanceof ProblemError && error.status === 409;

  return (
    <form
      className="max-w-3xl space-y-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutate();
      }}
    >
      <Labelled label={t('blogTitle')}>
        <Input
          value={values.title}
          maxLength={200}
          required
          onChange={({ target: { value } }) => {
            const isOwnSlug = values.slug !== slugOf(values.title);
            change({ title: value, ...(!isOwnSlug && { slug: slugOf(value) }) });
          }}
        />
      </Labelled>
      <Labelled label={t('blogSlug')}>
        <Input
          value={values.slug}
          maxLength={100}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          title={t('blogSlugHint')}
          required
          onChange={({ target }) => change({ slug: target.value })}
        />
      </Labelled>
      <Labelled label={t('blogAuthor')}>
        <Input
          value={values.authorName}
          maxLength={100}
          onChange={({ target }) => change({ authorName: target.value })}
        />
      </Labelled>
      <Labelled label={t('blogSummary')}>
        <Textarea
          value={values.summary}
          rows={2}
          maxLength={500}
          onChange={({ target }) => change({ summary: target.value })}
        />
      </Labelled>
      <Labelled label={t('blogBody')}>
        <Textarea
          value={values.body}
          rows={16}
          className="font-mono"
          onChange={({ target }) => change({ body: target.value })}
        />
      </Labelled>
      <label className="flex items-center gap-2">
        <input
          type="checkbox"
          checked={values.isPublished}
          onChange={({ target }) => change({ isPublished: target.checked })}
        />
        {t('blogPublish')}
      </label>
      <ErrorMessage error={isTaken ? new Error(t('blogTaken')) : (error ?? preview.error)} />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={isPending}>
          {t('save')}
        </Button>
        <Button variant="outline" disabled={preview.isPending} onClick={() => preview.mutate()}>
          {t('blogPreview')}
        </Button>
      </div>
      {preview.data && (
        <section aria-label={t('blogPreview')} className="rounded-xl border p-5">
          <PostBody html={preview.data.html} />
        </section>
      )}
    </form>
  );
}

function Labelled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <label className="block space-y-1">
      <span>{label}</span>
      {children}
    </label>
  );
}

/** Returns the address of a title: `new-features` for `New features!`. */
function slugOf(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
  return plain
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 100);
}
