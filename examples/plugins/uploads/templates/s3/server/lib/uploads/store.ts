import { settings } from '../../generated/settings';
import { s3Store } from './s3-store';

export const store = s3Store(settings.uploads);
