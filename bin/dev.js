#!/usr/bin/env node
// Runs the commands directly from src/ with type stripping, without a build.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { main } from '../src/main.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const pjson = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
pjson.oclif.commands.target = './src/commands';
pjson.oclif.helpClass.target = './src/help.ts';

await main(process.argv.slice(2), { root, pjson, ignoreManifest: true });
