import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Returns a value in the fragment of the URL, which browsers do not send, and removes the fragment
 * from the address bar and the history.
 */
export function useFragment(name: string): string | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const given = new URLSearchParams(hash.slice(1)).get(name) ?? undefined;
  const [value, setValue] = useState(given);

  if (given !== undefined && given !== value) setValue(given);
  useEffect(() => {
    if (given !== undefined) void navigate(pathname + search, { replace: true });
  }, [given, navigate, pathname, search]);
  return value;
}
