import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
// Not `zod` itself: pages load the schemas later.
import { config } from 'zod/v4/core';
import { App } from './App';
import './styles.css';

// Disables schema compilation in Zod, because the content security policy forbids it.
config({ jitless: true });

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no element with the id "root"');

createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
