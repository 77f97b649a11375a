import { startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
// Not `zod` itself: pages load the schemas later.
import { config } from 'zod/v4/core';
import { loadMessages } from '@/lib/i18n';
import { routes } from '@/routes';
import { App } from './App';
import './styles.css';

// Disables schema compilation in Zod, because the content security policy forbids it.
config({ jitless: true });

const element = document.getElementById('root');
if (!element) throw new Error('index.html has no element with the id "root"');
const root = createRoot(element);

// Starts to load the page while the messages load.
const router = createBrowserRouter(routes);
loadMessages().then(
  () =>
    // A transition renders in short steps, so that the page reacts in between.
    startTransition(() =>
      root.render(
        <StrictMode>
          <App router={router} />
        </StrictMode>,
      ),
    ),
  () => {
    element.textContent = 'The page could not be loaded. Please reload it.';
  },
);
