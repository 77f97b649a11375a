// Runs before the first paint, so that the page never flashes in the other theme.
{
  let theme = null;
  try {
    theme = localStorage.getItem('theme');
  } catch {
    // Storage is blocked: the system's theme it is.
  }
  const dark = theme ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.classList.toggle('dark', dark);
}
