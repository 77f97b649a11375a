import { loadMessages } from '@/lib/i18n';

await loadMessages();
