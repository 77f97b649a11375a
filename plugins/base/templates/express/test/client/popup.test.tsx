import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { Notices } from '@/components/Notices';
import { defer } from '@/hooks/useDeferred';
import { usePopup } from '@/hooks/usePopup';
import './support';

const load = vi.fn<() => Promise<typeof Content>>();
const popup = defer(load);

function Content() {
  return <p>Content</p>;
}

function Opener() {
  const { isOpen, setOpen, Popup } = usePopup(popup);
  return (
    <button type="button" aria-expanded={isOpen} onClick={() => setOpen(true)}>
      {isOpen && Popup ? <Popup /> : 'Open'}
    </button>
  );
}

test('keeps the page if the code cannot be loaded, and loads it again', async () => {
  load.mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'));
  load.mockResolvedValueOnce(Content);
  render(
    <>
      <Opener />
      <Notices />
    </>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Open' }));
  await screen.findByText('This part of the page could not be loaded.');
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeDefined();
  fireEvent.click(screen.getByRole('button', { name: 'Open', expanded: false }));
  expect(await screen.findByText('Content')).toBeDefined();
});
