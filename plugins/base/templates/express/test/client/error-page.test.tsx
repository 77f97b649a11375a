import { render, screen } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test, vi } from 'vitest';
import { ProblemError } from '@/lib/api';
import ErrorPage from '@/pages/error';
import './support';

afterEach(() => vi.unstubAllEnvs());

function fail(error: Error) {
  // React logs errors of components.
  vi.spyOn(console, 'error').mockReturnValue();
  function Page(): never {
    throw error;
  }
  const routes = [{ path: '/', element: <Page />, ErrorBoundary: ErrorPage }];
  render(<RouterProvider router={createMemoryRouter(routes)} />);
}

const importError = new TypeError('Failed to fetch dynamically imported module');

test('shows the message of an error during development', () => {
  fail(importError);
  expect(screen.getByText(importError.message)).toBeDefined();
});

test.each([
  ['hides the message of a browser', importError, 'This page could not be shown.'],
  ['shows the message of the server', new ProblemError(409, { detail: 'Is full.' }), 'Is full.'],
])('in production, %s', (_, error, text) => {
  vi.stubEnv('DEV', false);
  fail(error);
  expect(screen.getByText(text)).toBeDefined();
});
