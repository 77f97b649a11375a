export { recordsOf } from './all';
export { defineRecords } from './define';
export { recordRouter } from './router';
