interface Line {
  readonly time: string;
  readonly level: string;
  readonly msg?: string;
  readonly requestId?: string;
  readonly err?: { readonly type?: string; readonly message?: string; readonly stack?: string };
  readonly [field: string]: unknown;
}

const colours: Readonly<Record<string, number>> = { fatal: 31, error: 31, warn: 33, debug: 2 };
const dim = 2;

/** Stack frames that a reader needs to find the cause. */
const frameLimit = 3;

/** Converts a JSON line of the log to a line for people. An error adds its cause and the project's own stack frames. */
export function readableLine(json: string, isColoured = false): string {
  const { time, level, msg = '', code: _code, requestId, err, ...fields }: Line = JSON.parse(json);
  const paint = (text: string, colour: number | undefined) =>
    isColoured && colour !== undefined ? `\u001B[${colour}m${text}\u001B[0m` : text;
  const clock = new Date(time).toTimeString().slice(0, 8);
  const words = [
    paint(clock, dim),
    ...(level === 'info' ? [] : [paint(level.toUpperCase(), colours[level])]),
    msg === 'request' ? requestText(fields, paint) : [msg, ...fieldTexts(fields)].join(' '),
    ...(err === undefined ? [] : [paint(`${err.type ?? 'Error'}: ${err.message ?? ''}`, 31)]),
    ...(requestId === undefined || level === 'info' ? [] : [paint(`[${requestId}]`, dim)]),
  ];
  const frames = ownFrames(err?.stack).map((frame) => `  ${paint(frame, dim)}\n`);
  return `${words.join(' ')}\n${frames.join('')}`;
}

type Paint = (text: string, colour: number | undefined) => string;

/** Method, path, status and duration, in this order. */
function requestText(fields: Readonly<Record<string, unknown>>, paint: Paint): string {
  const { method, path, status, ms, ...others } = fields;
  const isError = Number(status) >= 500;
  const colour = isError ? 31 : Number(status) >= 400 ? 33 : 32;
  const request = `${String(method)} ${String(path)} ${paint(String(status), colour)} ${String(ms)} ms`;
  return [request, ...fieldTexts(others)].join(' ');
}

function fieldTexts(fields: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).map(
    ([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
}

function ownFrames(stack = ''): string[] {
  return stack
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at ') && !/node_modules|node:|generated/.test(line))
    .slice(0, frameLimit);
}
