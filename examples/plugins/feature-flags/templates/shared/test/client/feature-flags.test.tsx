import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { enabled } from '@/data/feature-flags.json';
import { Providers } from '@/generated/providers';
import { useFeatureFlag } from '@/providers/FeatureFlagsProvider';

const flags = enabled.split(',').map((name) => name.trim());

function Flags({ names }: { names: readonly string[] }) {
  return names.map((name) => <Flag key={name} name={name} />);
}

function Flag({ name }: { name: string }) {
  return <p>{`${name}: ${useFeatureFlag(name) ? 'on' : 'off'}`}</p>;
}

test('provides the flags to the whole application', () => {
  render(
    <Providers>
      <Flags names={[...flags, 'no-such-flag']} />
    </Providers>,
  );
  for (const name of flags) expect(screen.getByText(`${name}: on`)).toBeDefined();
  expect(screen.getByText('no-such-flag: off')).toBeDefined();
});
