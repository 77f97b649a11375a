import { useEffect, useState } from 'react';

/** The time without a change before a string is settled, in milliseconds. */
const pause = 250;

/** Returns a string after it has not changed for a moment. */
export function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
