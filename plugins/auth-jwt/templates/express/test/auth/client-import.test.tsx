// @vitest-environment node
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { expect, test } from 'vitest';
import { AuthGuard } from '@/components/AuthGuard';
import { AuthProvider } from '@/providers/AuthProvider';

test('renders without a window, as a visitor and without guarded content', () => {
  expect(typeof window).toBe('undefined');
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <AuthProvider>
        <MemoryRouter>
          <AuthGuard>secret</AuthGuard>
        </MemoryRouter>
      </AuthProvider>
    </QueryClientProvider>,
  );
  expect(html).toContain('Loading');
  expect(html).not.toContain('secret');
});
