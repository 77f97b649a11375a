import { createContext, use, type ReactNode } from 'react';
import { title } from '@/data/guestbook.json';

const Greeting = createContext(title);

/** Gives every page below it the words visitors are greeted with. */
export function GreetingProvider({ children }: { children: ReactNode }) {
  return <Greeting value={title}>{children}</Greeting>;
}

export function useGreeting(): string {
  return use(Greeting);
}
