// Runs the first ten minutes of a newcomer: every command that Genlock prints is pasted as printed, in a terminal.
// Plain JavaScript for Node 20 and later; needs npm, and git for the clone.
//
//   node scripts/first-ten-minutes.mjs [--report <folder>] [--from tarball|clone] [--database file|relational]
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { commandsBelow, plainText } from './ten-minutes/printed.mjs';
import { startPostgres } from './ten-minutes/postgres.mjs';
import { hasTerminal, Session, userEnvironment } from './ten-minutes/session.mjs';

const repository = fileURLToPath(new URL('..', import.meta.url));
const { values: options } = parseArgs({
  options: { report: { type: 'string' }, from: { type: 'string' }, database: { type: 'string' } },
});
const report = resolve(options.report ?? join(repository, '.ten-minutes'));
const [major, minor] = process.versions.node.split('.').map(Number);
const isNewEnough = major >= 26 || (major === 24 && minor >= 15);
/** Both widths are pasted from: SQLite in the first one, PostgreSQL in the second. */
const widths = { file: 80, relational: 60 };

const work = mkdtempSync(join(tmpdir(), 'genlock-ten-minutes-'));
// The user of the PostgreSQL server must be able to enter it.
chmodSync(work, 0o755);
const problems = [];
const notVerified = [];
const journeys = [];
try {
  await main();
} finally {
  rmSync(work, { recursive: true, force: true });
}
writeReport();
process.exitCode = problems.length === 0 ? 0 : 1;

async function main() {
  const froms = ['tarball', 'clone'].filter((from) => options.from === undefined || options.from === from);
  const databases = ['file', 'relational'].filter(
    (kind) => options.database === undefined || options.database === kind,
  );
  const postgres = databases.includes('relational')
    ? await startPostgres(join(work, 'postgres'), repository)
    : undefined;
  if (databases.includes('relational') && postgres === undefined) {
    notVerified.push('PostgreSQL: no server binaries. Install PostgreSQL, or run `npm ci` in the repository.');
  }
  if (!hasTerminal) notVerified.push('Colours and prompts: no terminal. Install `script` (util-linux).');
  try {
    for (const from of froms) {
      const start = await (from === 'clone' ? clone() : tarball());
      for (const database of databases.filter((kind) => kind === 'file' || postgres !== undefined)) {
        // Each journey starts without a database, as a newcomer does.
        await journey({ from, database, start, url: postgres?.url(from) });
      }
    }
  } finally {
    postgres?.stop();
  }
}

/** Packs the repository. @returns the command that starts Genlock from the archive */
async function tarball() {
  const folder = join(work, 'packed archive');
  mkdirSync(folder);
  const pack = ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder];
  execFileSync('npm', pack, { cwd: repository, env: userEnvironment(), stdio: 'pipe' });
  const [name] = readdirSync(folder);
  const node = isNewEnough ? '' : '--ignore-scripts=false -p node@24 ';
  return `npx --yes ${node}-p '${join(folder, name)}' genlock`;
}

/** Clones and builds the repository. @returns the command that starts Genlock from the clone */
async function clone() {
  const session = new Session({ cwd: work, columns: 80, env: userEnvironment() });
  journeys.push({ title: 'A fresh clone', columns: 80, log: session.log });
  const folder = join(work, 'clone');
  for (const command of [
    `git clone --quiet '${repository}' '${folder}'`,
    `cd '${folder}'`,
    'npm ci',
    'npm run build',
  ]) {
    await pasted(session, command);
  }
  return `${isNewEnough ? 'node' : join(folder, 'node_modules/.bin/node')} ${join(folder, 'bin/run.js')}`;
}

/** One newcomer: init, the steps it prints, the replay, add, the steps it prints. */
async function journey({ from, database, start, url }) {
  const columns = widths[database];
  const cwd = join(work, `${from} ${database}`);
  mkdirSync(cwd);
  const session = new Session({ cwd, columns, env: userEnvironment() });
  journeys.push({ title: `From the ${from}, database ${database}`, columns, log: session.log });
  const init = await pasted(session, `${start} init shop --database ${database} --yes`);
  if (init.code !== 0) return;
  await replay(session, { screen: init.screen, again: join(work, `${from} ${database} again`) });
  await steps(session, { screen: init.screen, url });
  await steps(session, { screen: (await pasted(session, `${start} add auth-jwt --yes`)).screen, url });
}

/** Pastes the replay in another folder. It must create the same files. */
async function replay(session, { screen, again }) {
  const { cwd } = session;
  const replays = commandsBelow('Repeat this setup', screen);
  if (replays.length === 0) problems.push(`no replay after: ${session.log.at(-1)?.command}`);
  mkdirSync(again);
  session.cwd = again;
  for (const command of replays) await pasted(session, command);
  session.cwd = cwd;
  const [first, second] = [join(cwd, 'shop'), join(again, 'shop')].map((folder) => new Map(filesIn(folder)));
  const different = [...first.keys(), ...second.keys()].filter((path) => first.get(path) !== second.get(path));
  if (different.length > 0) problems.push(`the replay differs in: ${[...new Set(different)].join(', ')}`);
}

function filesIn(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file), readFileSync(file, 'latin1')]);
}

/** Pastes the commands below "Next"; does what a step asks to edit. */
async function steps(session, { screen, url }) {
  const commands = commandsBelow('Next', screen);
  if (commands.length === 0) problems.push(`no steps after: ${session.log.at(-1)?.command}`);
  for (const command of commands) {
    if (command.startsWith('Edit .env: DATABASE_URL=')) {
      const file = join(session.cwd, '.env');
      writeFileSync(file, readFileSync(file, 'utf8').replace(/^DATABASE_URL=.*$/mu, `DATABASE_URL="${url}"`));
    } else if (command.startsWith('Read ')) {
      readFileSync(join(session.cwd, command.slice('Read '.length)));
    } else if (command.endsWith(' run dev')) {
      noted(session, await session.serve(command));
    } else {
      await pasted(session, command);
    }
  }
}

async function pasted(session, command) {
  return noted(session, await session.paste(command));
}

function noted(session, entry) {
  console.log(`${entry.code === 0 ? '✔' : '✖'} ${entry.seconds.toFixed(1).padStart(6)} s  ${entry.command}`);
  if (entry.code !== 0) {
    problems.push(`exit ${entry.code}: ${entry.command}`);
    console.log(plainText(entry.screen).slice(-2000));
  }
  return entry;
}

function writeReport() {
  mkdirSync(report, { recursive: true });
  const lines = [
    '# The first ten minutes',
    '',
    `Node ${process.version}, ${process.platform} ${process.arch}. Every printed command was pasted as printed.`,
    '',
    problems.length === 0 ? 'All printed commands work.' : '**Failures:**',
    ...problems.map((problem) => `- ${oneLine(problem)}`),
    ...(notVerified.length === 0 ? [] : ['', '**Not verified:**', ...notVerified.map((text) => `- ${text}`)]),
  ];
  for (const { title, columns, log } of journeys) {
    const total = log.reduce((sum, { seconds }) => sum + seconds, 0);
    lines.push(
      '',
      `## ${title}, ${columns} columns: ${total.toFixed(0)} s`,
      '',
      '| command | seconds | exit |',
      '|---|---:|---:|',
    );
    for (const { command, seconds, code } of log)
      lines.push(`| \`${oneLine(command)}\` | ${seconds.toFixed(1)} | ${code} |`);
    for (const { command, screen } of log) {
      lines.push('', '```text', `$ ${command}`, plainText(screen).trimEnd().split('\n').slice(-60).join('\n'), '```');
    }
  }
  const file = join(report, 'report.md');
  writeFileSync(file, `${lines.join('\n').replaceAll(work, '/work')}\n`);
  console.log(`\nReport: ${relative(process.cwd(), file)}`);
}

function oneLine(text) {
  return text.replaceAll(/\\?\s*\n\s*/gu, ' ').replaceAll('|', '\\|');
}
