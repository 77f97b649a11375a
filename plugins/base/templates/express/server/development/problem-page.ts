import { escapeHtml } from '../lib/html.ts';
import type { SetupProblem } from '../lib/setup-problem.ts';

/** The page that the browser shows while the application cannot run. It reloads when the problem is solved. */
export function problemPage({ message, fix }: SetupProblem): string {
  const { command, advice = '' } = fix;
  const step =
    command === undefined
      ? `<p>${escapeHtml(advice)}</p>`
      : `<p>Run this command in the project:</p><pre><code>${escapeHtml(command)}</code></pre>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>The application is not ready</title>
<style>
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
main { max-width: 40rem; margin: 15vh auto 0; padding: 0 1.5rem; }
pre { padding: 1rem; border-radius: 0.5rem; background: light-dark(#f1f1f4, #26262b); overflow-x: auto; }
small { color: light-dark(#5c5c66, #a3a3ad); }
</style>
</head>
<body>
<main>
<h1>The application is not ready</h1>
<p>${escapeHtml(message)}</p>
${step}
<p><small>This page reloads when the problem is solved.</small></p>
</main>
<script>
setInterval(async () => {
  const { status } = await fetch(location.href, { headers: { accept: 'text/html' } }).catch(() => ({}));
  if (status === 200) location.reload();
}, 2000);
</script>
</body>
</html>
`;
}
