import { createContext, use, type ReactNode } from 'react';
import { title } from '@/data/guestbook.json';

const Greeting = createContext(title);

/** Provides the greeting text to all pages. */
export function GreetingProvider({ children }: { children: ReactNode }) {
  return <Greeting value={title}>{children}</Greeting>;
}

export function useGreeting(): string {
  return use(Greeting);
}
