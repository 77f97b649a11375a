// Runs before the first paint to avoid a flash of the wrong theme.
{
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Storage is blocked: the system theme applies.
  }
  const dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('dark', dark);
}
