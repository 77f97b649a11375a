export { appName } from '@shared/lib/app';
