import { t } from '@/lib/i18n';

/** The columns of every entity. Their labels are getters, because the messages are loaded later. */
export const timestamps = [
  {
    field: 'createdAt',
    get label() {
      return t('createdAt');
    },
    type: 'dateTime',
    hidden: true,
  },
  {
    field: 'updatedAt',
    get label() {
      return t('updatedAt');
    },
    type: 'dateTime',
    hidden: true,
  },
] as const;
