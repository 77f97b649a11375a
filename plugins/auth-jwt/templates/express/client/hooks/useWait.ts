import { useEffect, useState } from 'react';

/** Counts down seconds. Uses the clock, so the countdown also works in background tabs. */
export function useWait() {
  const [deadline, setDeadline] = useState<number>();
  const [seconds, setSeconds] = useState(0);

  useEffect(() => {
    if (deadline === undefined) return;
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((deadline - Date.now()) / 1_000));
      setSeconds(left);
      if (left === 0) setDeadline(undefined);
    }, 250);
    return () => clearInterval(timer);
  }, [deadline]);

  function start(wait: number) {
    setSeconds(Math.ceil(wait));
    setDeadline(Date.now() + wait * 1_000);
  }

  return { seconds, start };
}
