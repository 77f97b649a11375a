import { createContext, type ReactNode, use } from 'react';
import { enabled } from '@/data/feature-flags.json';

const flags: ReadonlySet<string> = new Set(enabled.split(',').map((name) => name.trim()));
const FeatureFlags = createContext<ReadonlySet<string>>(new Set());

/** Provides the feature flags to all components below. */
export function FeatureFlagsProvider({ children }: { children: ReactNode }) {
  return <FeatureFlags value={flags}>{children}</FeatureFlags>;
}

export function useFeatureFlag(name: string): boolean {
  return use(FeatureFlags).has(name);
}
