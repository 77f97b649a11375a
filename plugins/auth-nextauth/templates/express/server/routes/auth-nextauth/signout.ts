export { openapi, POST } from '../auth/logout';
