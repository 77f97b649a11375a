import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { log } from '../../server/lib/log';
import { createOutbox, type MailTransport } from '../../server/lib/outbox';

const limits = { most: 2, delay: 500, retries: [5000, 30_000] };
const mail = {
  to: { address: 'canary@example.com' },
  subject: 'Canary subject',
  text: 'https://example.com/reset#token=canary',
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A transport that fails with the given errors first. */
function transportWith(...errors: readonly Error[]) {
  const deliver = vi.fn<MailTransport['deliver']>();
  for (const error of errors) deliver.mockRejectedValueOnce(error);
  return { deliver, close: vi.fn<() => void>() };
}

function logged() {
  const lines: unknown[] = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(log, level).mockImplementation((line) => void lines.push(line));
  }
  return lines;
}

it('delivers a mail after the response', async () => {
  const transport = transportWith();
  createOutbox(transport, limits).add(mail);
  await vi.advanceTimersByTimeAsync(499);
  expect(transport.deliver).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(transport.deliver).toHaveBeenCalledExactlyOnceWith(mail);
});

it('repeats a failed delivery, a limited number of times', async () => {
  const lines = logged();
  const refused = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const transport = transportWith(refused, refused, refused, refused);
  createOutbox(transport, limits).add(mail);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(transport.deliver).toHaveBeenCalledTimes(3);
  expect(lines).toMatchObject([
    { code: 'mail_delayed', attempts: 1, reason: 'ECONNREFUSED' },
    { code: 'mail_delayed', attempts: 2 },
    { code: 'mail_failed', attempts: 3 },
  ]);
});

it('does not repeat a delivery that cannot succeed', async () => {
  const lines = logged();
  const error = Object.assign(new Error('550'), { isPermanent: true, responseCode: 550 });
  const transport = transportWith(error);
  createOutbox(transport, limits).add(mail);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(transport.deliver).toHaveBeenCalledOnce();
  expect(lines).toMatchObject([{ code: 'mail_failed', answer: 550 }]);
});

it('does not log addresses, subjects, bodies or messages of the mail server', async () => {
  const lines = logged();
  const message = `550 5.1.1 <${mail.to.address}> unknown: ${mail.text}`;
  const outbox = createOutbox(
    transportWith(Object.assign(new Error(message), { code: message })),
    limits,
  );
  outbox.add(mail);
  await vi.advanceTimersByTimeAsync(3_600_000);
  expect(lines).toHaveLength(2);
  expect(JSON.stringify(lines)).not.toMatch(/canary/i);
});

it('drops mails if too many wait', async () => {
  const lines = logged();
  const transport = transportWith();
  const outbox = createOutbox(transport, limits);
  for (let count = 0; count < 3; count += 1) outbox.add(mail);
  expect(lines).toEqual([{ code: 'mail_queue_full' }]);
  await outbox.flush();
  expect(transport.deliver).toHaveBeenCalledTimes(2);
  outbox.add(mail);
  await outbox.flush();
  expect(transport.deliver).toHaveBeenCalledTimes(3);
});

it('delivers the mails that wait when the server stops', async () => {
  const transport = transportWith();
  const outbox = createOutbox(transport, limits);
  outbox.add(mail);
  await outbox.close(1000);
  expect(transport.deliver).toHaveBeenCalledOnce();
  expect(transport.close).toHaveBeenCalledOnce();
});

it('does not wait longer than allowed when the server stops', async () => {
  vi.useRealTimers();
  const lines = logged();
  const transport = transportWith();
  transport.deliver.mockReturnValue(new Promise(() => undefined));
  const outbox = createOutbox(transport, limits);
  outbox.add(mail);
  await outbox.close(10);
  expect(lines).toEqual([{ code: 'mail_lost', count: 1 }]);
  expect(transport.close).toHaveBeenCalledOnce();
});
