import { settings } from '../../generated/settings';
import { localStore } from './local-store';

export const store = localStore(settings.uploads.folder);
