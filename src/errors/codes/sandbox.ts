import type { SandboxErrorCode } from '../../../sandbox/index.ts';
import type { CodeEntry } from '../entry.ts';

/** One entry for every code a run can end with: a code without a hint doesn't compile. */
export const sandboxCodes = {
  SANDBOX_START: {
    exit: 'failed',
    hint: 'Reinstall Genlock for this Node version and platform; isolated-vm needs a build that matches both.',
  },
  SANDBOX_LAYER_MISSING: {
    exit: 'refused',
    hint: 'Run `genlock doctor` to see which layers work here; on Linux, util-linux and bubblewrap provide them.',
  },
  SANDBOX_INPUT_LIMIT: {
    exit: 'sandbox',
    hint: 'Make the package smaller. Only code and templates with tags count.',
  },
  SANDBOX_ENTRY: {
    exit: 'failed',
    hint: 'Write generator.js as an ES module: export default async function generate(context) { … }.',
  },
  SANDBOX_SYNTAX: { exit: 'failed', hint: 'Fix the module at the position shown; generators are ES modules.' },
  SANDBOX_IMPORT: {
    exit: 'sandbox',
    hint: 'Import only your own modules (with their extension), genlock/sdk, node:path and node:url; bundle anything else.',
  },
  SANDBOX_CALL: {
    exit: 'failed',
    hint: "Fix the call's argument, or await the call; the plugin guide shows every operation.",
  },
  SANDBOX_PATH: {
    exit: 'sandbox',
    hint: "Use a relative path without ..: source below the plugin's templates/, destination below the project's root.",
  },
  SANDBOX_TEMPLATE: {
    exit: 'failed',
    hint: 'Fix the template at the position shown; write \\{{ for literal braces.',
  },
  SANDBOX_THREW: {
    exit: 'failed',
    hint: 'The error is in the plugin: report it to its author, or fix it at the position shown.',
  },
  SANDBOX_NEVER_SETTLED: {
    exit: 'failed',
    hint: 'The generator awaits a promise that never resolves. The sandbox has no timers, input or output.',
  },
  SANDBOX_TIMEOUT: { exit: 'sandbox', hint: 'Look for an endless loop at the position shown, or split the plugin.' },
  SANDBOX_MEMORY: { exit: 'sandbox', hint: 'The generator must build less data at once.' },
  SANDBOX_OUTPUT_LIMIT: {
    exit: 'sandbox',
    hint: 'Contribute fewer or smaller files; large assets belong into templates/ without tags, where they do not count.',
  },
  SANDBOX_RESULT: { exit: 'sandbox', hint: 'The plugin tampered with the sandbox: do not use it.' },
  SANDBOX_PROTOCOL: { exit: 'sandbox', hint: 'The plugin tampered with the sandbox: do not use it.' },
  SANDBOX_FLOOD: { exit: 'sandbox', hint: 'The plugin tampered with the sandbox: do not use it.' },
  SANDBOX_WORKER_DIED: {
    exit: 'sandbox',
    hint: 'Run it again; if only this plugin’s worker ends, do not use it.',
  },
  SANDBOX_ABORTED: { exit: 'declined', hint: 'Run the command again; nothing was changed.' },
} as const satisfies Record<SandboxErrorCode, CodeEntry>;
