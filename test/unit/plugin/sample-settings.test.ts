import { expect, test } from 'vitest';
import { sampleSettings } from '../../../src/plugin/sample-settings.ts';

test('returns samples, and plausible values for required settings without a sample', () => {
  const text = { type: 'string' } as const;
  const values = sampleSettings({
    sampled: { ...text, sample: 'a' },
    required: { ...text, required: true, sample: 'b' },
    plausible: { ...text, required: true },
    site: { ...text, required: true, validation: 'url' },
    known: { ...text, default: 'c', sample: 'd' },
    optional: text,
    secret: { ...text, secret: true, required: true, sample: 'a-secret-value' },
  });
  expect(values).toEqual({ sampled: 'a', required: 'b', plausible: 'example', site: 'https://example.com' });
});
