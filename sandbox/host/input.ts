/** Inputs of a run, and the part that enters the isolate. */
import { SandboxError } from '../protocol/errors.ts';
import { limitCodes } from '../protocol/limit-codes.ts';
import type { Limits } from '../protocol/limits.ts';
import { entryModule } from '../protocol/messages.ts';
import type { GuestInput, Request, RunContext } from '../protocol/messages.ts';

export interface RunInput {
  readonly plugin: { readonly name: string; readonly version: string; readonly frameworks: readonly string[] };
  /** Package path (POSIX) → bytes. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly context: RunContext;
  readonly project: { readonly name: string };
}

const templatesFolder = 'templates/';
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Selects the data for the guest: modules as text, and template paths. Template text is only included if it can contain
 * tags or models, so other bytes never enter the isolate.
 *
 * @throws {SandboxError} SANDBOX_ENTRY, SANDBOX_INPUT_LIMIT
 */
export function requestFor(input: RunInput, limits: Limits): Request {
  const modules = new Map<string, string>();
  const templates: GuestInput['templates'][number][] = [];
  let bytes = 0;
  const take = (content: Uint8Array): string | undefined => {
    const text = textOf(content);
    if (text !== undefined) bytes += content.length;
    if (bytes > limits.inputBytes) {
      const message = `code and templates exceed a limit of ${limits.inputBytes} bytes`;
      throw new SandboxError(limitCodes.inputBytes, message, { limit: 'inputBytes' });
    }
    return text;
  };
  for (const [path, content] of [...input.files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (path.startsWith(templatesFolder)) {
      const below = path.slice(templatesFolder.length);
      const text = mayHoldText(below, content) ? take(content) : undefined;
      templates.push(text === undefined ? { path: below } : { path: below, text });
    } else if (/\.(?:js|mjs|json)$/.test(path)) {
      const text = take(content);
      if (text !== undefined) modules.set(path, text);
    }
  }
  if (!modules.has(entryModule)) {
    throw new SandboxError('SANDBOX_ENTRY', `the package has no ${entryModule}`);
  }
  // Copies only known keys, to exclude other properties in the caller's objects.
  const { name, version, frameworks } = input.plugin;
  const { framework, database, settings, entities, capabilities } = input.context;
  const guest: GuestInput = {
    plugin: { name, version, frameworks },
    context: {
      framework,
      database,
      settings,
      ...(entities !== undefined && { entities }),
      ...(capabilities !== undefined && { capabilities }),
    },
    project: { name: input.project.name },
    templates,
    limits,
  };
  return { modules: Object.fromEntries(modules), input: JSON.stringify(guest), limits };
}

function mayHoldText(path: string, content: Uint8Array): boolean {
  if (/^prisma\/[^/]+\.prisma$/.test(path)) return true;
  for (let at = content.indexOf(0x7b); at !== -1; at = content.indexOf(0x7b, at + 1)) {
    if (content[at + 1] === 0x7b) return !content.includes(0);
  }
  return false;
}

/** Decodes UTF-8, keeping the byte order mark; `undefined` for invalid UTF-8. */
function textOf(content: Uint8Array): string | undefined {
  try {
    return decoder.decode(content);
  } catch {
    return undefined;
  }
}
