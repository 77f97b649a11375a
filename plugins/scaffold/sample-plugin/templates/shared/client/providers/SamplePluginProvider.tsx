import { createContext, type ReactNode, use } from 'react';

const SamplePlugin = createContext('Sample plugin');

/** Provides the title to all components below. */
export function SamplePluginProvider({ children }: { children: ReactNode }) {
  return <SamplePlugin value="Sample plugin">{children}</SamplePlugin>;
}

export function useSamplePluginTitle(): string {
  return use(SamplePlugin);
}
