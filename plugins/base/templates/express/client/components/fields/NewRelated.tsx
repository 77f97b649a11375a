import { type ComponentType, Suspense } from 'react';
import { Plus } from '@/components/icons';
import type { FormProps } from '@/components/records/FormLayout';
import { Button } from '@/components/ui/button';
import { defer } from '@/hooks/useDeferred';
import { useMay } from '@/hooks/useMay';
import { usePopup } from '@/hooks/usePopup';
import { t } from '@/lib/i18n';
import type { Resource, Stored } from '@/lib/resource';

const modal = defer(async () => (await import('@/components/Modal')).Modal);

interface NewRelatedProps<Item extends Stored> {
  resource: Resource<Item>;
  form: ComponentType<FormProps<Item>>;
  onCreated: (record: Item) => void;
}

/** Renders a button that creates a related record in a dialog, if the user may create one. */
export function NewRelated<Item extends Stored>(props: NewRelatedProps<Item>) {
  const { resource, form: Form, onCreated } = props;
  const { isOpen, setOpen, Popup } = usePopup(modal);
  if (!useMay(resource)('create')) return null;
  const label = t('newRecord', { singular: resource.singular });

  function close() {
    setOpen(false);
  }

  return (
    <>
      <Button
        variant="outline"
        size="icon"
        aria-label={label}
        title={label}
        onClick={() => setOpen(true)}
      >
        <Plus aria-hidden />
      </Button>
      {isOpen && Popup && (
        <Suspense>
          <Popup title={label} onClose={close}>
            {/* React passes events of the dialog on to the form around the button. */}
            <div onSubmit={(event) => event.stopPropagation()}>
              <Form
                inline={{
                  onSaved: (record) => {
                    close();
                    onCreated(record);
                  },
                  onCancel: close,
                }}
              />
            </div>
          </Popup>
        </Suspense>
      )}
    </>
  );
}
