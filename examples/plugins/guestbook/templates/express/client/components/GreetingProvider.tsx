import { createContext, use, type ReactNode } from 'react';

const greeting: string = {{json settings.title}};
const Greeting = createContext(greeting);

/** Gives every page below it the words visitors are greeted with. */
export function GreetingProvider({ children }: { children: ReactNode }) {
  return <Greeting value={greeting}>{children}</Greeting>;
}

export function useGreeting(): string {
  return use(Greeting);
}
