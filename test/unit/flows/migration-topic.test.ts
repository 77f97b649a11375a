import { expect, test } from 'vitest';
import { migrationTopic } from '../../../src/flows/plugins/migration-topic.ts';

test.each([
  [['blog'], 'add-blog'],
  [['blog', 'newsletter'], 'add-plugins'],
  [[], 'add-plugins'],
])('names the migration of %j', (plugins, topic) => {
  expect(migrationTopic('add', plugins)).toBe(topic);
});
