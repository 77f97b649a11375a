import { cleanup, configure, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createBrowserRouter } from 'react-router';
import { afterEach, vi } from 'vitest';
import { App } from '@/App';
import { relationPicker } from '@/components/fields/RelationField';
import { relationsPicker } from '@/components/fields/RelationsField';
import type { FieldProblem } from '@/lib/api';
import { routes } from '@/routes';

/**
 * The server's answers by request, such as `GET /api/orders`: a JSON value, a problem, or a
 * promise.
 */
type Answers = Readonly<Record<string, unknown>>;

class Problem {
  readonly status: number;
  readonly details: ProblemDetails;

  constructor(status: number, details: ProblemDetails = {}) {
    this.status = status;
    this.details = details;
  }
}

interface ProblemDetails {
  readonly code?: string;
  readonly detail?: string;
  readonly errors?: readonly FieldProblem[];
}

interface SentRequest {
  name: string;
  body: unknown;
}

let requests: SentRequest[] = [];

// A busy machine may need more than a second to load a page.
configure({ asyncUtilTimeout: 25_000 });

// Otherwise, pickers replace their placeholders during a test.
await Promise.all([relationPicker.load(), relationsPicker.load()]);

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** Mocks the server with these answers. The admin area is open, and other requests get 404. */
export function serve(given: Answers) {
  const answers: Answers = {
    'GET /api/admin': { user: null },
    'GET /api/admin/access': { isAllowed: true, userId: null },
    ...given,
  };
  requests = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const name = `${method} ${path.replace(/\?.*/, '')}`;
    requests.push({ name, body: typeof body === 'string' ? JSON.parse(body) : undefined });
    return responseTo((await answers[name]) ?? new Problem(404));
  });
}

/** Returns an error response. */
export function refusal(status: number, details: ProblemDetails = {}) {
  return new Problem(status, details);
}

/** Returns an error response about one field. */
export function fieldRefusal(status: number, field: string, detail: string) {
  return refusal(status, { errors: [{ pointer: `/${field}`, detail }] });
}

function responseTo(answer: unknown): Response {
  if (!(answer instanceof Problem)) return Response.json(answer);
  const { status, details } = answer;
  return Response.json({ status, title: 'Refused', ...details }, { status });
}

/** Renders the page at this URL. */
export function openPage(path: string) {
  window.history.replaceState(null, '', path);
  render(<App router={createBrowserRouter(routes)} />);
}

/** Waits for a request and returns its body. */
export async function sent(name: string): Promise<unknown> {
  const request = () => requests.find((candidate) => candidate.name === name);
  await waitFor(() => {
    if (!request()) throw new Error(`${name} was not sent`);
  });
  return request()?.body;
}

/** Types values, as accepted by the API, into the form fields on the page. */
export async function fillIn(values: Readonly<Record<string, unknown>>) {
  await screen.findByRole('button', { name: 'Save' });
  for (const [name, value] of Object.entries(values)) await fill(name, value);
}

async function fill(name: string, value: unknown) {
  const control = fieldNamed(name);
  if (control instanceof HTMLSelectElement) {
    await waitFor(() => {
      if (![...control.options].some((option) => option.value === value)) {
        throw new Error(`${name} does not offer ${String(value)}`);
      }
    });
  }
  if (control.matches('[role="combobox"]')) {
    await pick(control, String(value));
  } else if (typeof value === 'boolean') {
    if (control.matches(':checked') !== value) fireEvent.click(control);
  } else {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    fireEvent.change(control, { target: { value: entered(control, text) } });
  }
}

/** Picks the option with this id from a combobox. */
async function pick(combobox: Element, id: string) {
  fireEvent.focus(combobox);
  fireEvent.keyDown(combobox, { key: 'ArrowDown' });
  const option = await waitFor(() => {
    const found = document.querySelector(`[role="option"][data-id="${id}"]`);
    if (!found) throw new Error(`${id} is not offered`);
    return found;
  });
  fireEvent.click(option);
}

/** Returns whether a field is marked as invalid. */
export function isInvalid(name: string): boolean {
  return fieldNamed(name).getAttribute('aria-invalid') === 'true';
}

function fieldNamed(name: string): Element {
  const control = document.querySelector(`[name="${name}"]`);
  if (!control) throw new Error(`The form has no field ${name}`);
  return control;
}

/** Returns the text to type for a value. Timestamps are typed in local time. */
function entered(control: Element, value: string): string {
  if (control.getAttribute('type') !== 'datetime-local') return value;
  const date = new Date(value);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

export function save() {
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
}
