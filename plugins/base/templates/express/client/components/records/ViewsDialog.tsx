import { useId, useState } from 'react';
import { Modal } from '@/components/Modal';
import { Pencil, Trash2 } from '@/components/icons';
import { Button } from '@/components/ui/button';
import { Input } from '@/components/ui/input';
import { useViews, type View } from '@/hooks/useViews';
import { t } from '@/lib/i18n';
import type { Resource } from '@/lib/resource';

interface ViewsDialogProps {
  resource: Pick<Resource, 'path'>;
  current: Omit<View, 'name'>;
  onShow: (view: View) => void;
  onClose: () => void;
}

/** Renders the saved views of a list, and a form that saves the current one. */
export function ViewsDialog({ resource, current, onShow, onClose }: ViewsDialogProps) {
  const { views, save, rename, remove } = useViews(resource);
  const [renamed, setRenamed] = useState<string>();

  return (
    <Modal title={t('views')} description={t('viewsText')} onClose={onClose}>
      <div className="space-y-5">
        {views.length > 0 && (
          <ul className="divide-y rounded-md border">
            {views.map((view) => (
              <li key={view.name} className="flex items-center gap-1 px-2 py-1">
                {renamed === view.name ? (
                  <NameForm
                    label={t('nameOfView')}
                    action={t('rename')}
                    initial={view.name}
                    onSubmit={(name) => {
                      rename(view.name, name);
                      setRenamed(undefined);
                    }}
                  />
                ) : (
                  <>
                    <Button
                      variant="ghost"
                      className="min-w-0 flex-1 justify-start text-left"
                      onClick={() => {
                        onShow(view);
                        onClose();
                      }}
                    >
                      {view.name}
                    </Button>
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={t('renameView', { name: view.name })}
                      onClick={() => setRenamed(view.name)}
                    >
                      <Pencil aria-hidden />
                    </Button>
                    <Button
                      variant="ghost"
                      size="icon"
                      aria-label={t('deleteView', { name: view.name })}
                      onClick={() => remove(view.name)}
                    >
                      <Trash2 aria-hidden />
                    </Button>
                  </>
                )}
              </li>
            ))}
          </ul>
        )}
        <NameForm
          label={t('saveViewAs')}
          action={t('save')}
          initial=""
          onSubmit={(name) => {
            save({ ...current, name });
            onClose();
          }}
        />
      </div>
    </Modal>
  );
}

interface NameFormProps {
  label: string;
  action: string;
  initial: string;
  onSubmit: (name: string) => void;
}

function NameForm({ label, action, initial, onSubmit }: NameFormProps) {
  const id = useId();
  const [name, setName] = useState(initial);
  return (
    <form
      className="flex min-w-0 flex-1 flex-wrap items-end gap-2 py-1"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) onSubmit(name.trim());
      }}
    >
      <div className="min-w-40 flex-1 space-y-1.5">
        <label htmlFor={id} className="block text-sm font-medium">
          {label}
        </label>
        <Input
          id={id}
          value={name}
          maxLength={100}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </div>
      <Button type="submit" disabled={!name.trim()}>
        {action}
      </Button>
    </form>
  );
}
