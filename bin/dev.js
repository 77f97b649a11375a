#!/usr/bin/env node
// Runs the commands from src/ with type stripping. Only the sandbox's worker and the completion scripts are built.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildWorker } from '../scripts/build-worker.mjs';
import { writeCompletions } from '../scripts/completions.mjs';
import { main } from '../src/main.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pjson = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
pjson.oclif.commands.target = './src/commands';
pjson.oclif.helpClass.target = './src/help.ts';

// Replaces the file only if a source of the worker changed.
await buildWorker();
if (!existsSync(join(root, 'dist', 'completions'))) await writeCompletions({ root, outdir: join(root, 'dist') });

await main(process.argv.slice(2), { root, pjson, ignoreManifest: true });
