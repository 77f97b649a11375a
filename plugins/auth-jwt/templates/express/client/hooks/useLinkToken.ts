import { useEffect, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';

/**
 * Returns the token in the fragment of the URL, where links in mails have it, and removes it from
 * the address bar and the history.
 */
export function useLinkToken(): string | undefined {
  const { hash, pathname, search } = useLocation();
  const navigate = useNavigate();
  const given = new URLSearchParams(hash.slice(1)).get('token') ?? undefined;
  const [token, setToken] = useState(given);

  if (given !== undefined && given !== token) setToken(given);
  useEffect(() => {
    if (given !== undefined) void navigate(pathname + search, { replace: true });
  }, [given, navigate, pathname, search]);
  return token;
}
