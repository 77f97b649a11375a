export { defineRecords } from './define';
export { recordRouter } from './router';
