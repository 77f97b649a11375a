import { useState } from 'react';

export type Theme = 'light' | 'dark';

/**
 * Returns the current theme and a function to change it. `index.html` sets the theme before the
 * first paint.
 */
export function useTheme() {
  const root = document.documentElement;
  const [theme, setTheme] = useState<Theme>(root.classList.contains('dark') ? 'dark' : 'light');

  function toggle() {
    const next = theme === 'dark' ? 'light' : 'dark';
    root.classList.toggle('dark', next === 'dark');
    setTheme(next);
    try {
      localStorage.setItem('theme', next);
    } catch {
      // Storage is blocked: the choice applies until the page is closed.
    }
  }

  return { theme, toggle };
}
