// Runs before the development server: checks what the server needs to start.
import { existsSync, readFileSync } from 'node:fs';

const problem = findProblem();
if (problem !== undefined) {
  console.error(problem);
  process.exit(1);
}

function findProblem() {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8'));
  if (!isSupported(process.versions.node, engines.node)) {
    return `Node.js ${process.versions.node} is not supported. Install a version in ${engines.node}`;
  }
  if (!isInstalled('vite'))
    return `The packages are not installed. Run: ${packageManager()} install`;
  if (!existsSync('.env') && process.env.DATABASE_URL === undefined) {
    return 'DATABASE_URL is missing: there is no .env file. Run: cp .env.example .env';
  }
  return undefined;
}

/** The program that runs this script. */
function packageManager() {
  const [name] = (process.env.npm_config_user_agent ?? 'npm').split('/');
  return name;
}

/** A workspace can keep the packages in a folder above the project. */
function isInstalled(name) {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** @param range alternatives such as `^20.19.0 || >=22.12.0` */
function isSupported(version, range) {
  return range.split('||').some((alternative) => {
    const [, operator, least] = /^(\^|>=)(\S+)$/.exec(alternative.trim()) ?? [];
    if (least === undefined) return true;
    const [given, wanted] = [version, least].map((text) => text.split('.').map(Number));
    const different = wanted.findIndex((part, index) => part !== given[index]);
    const isNewer = different === -1 || given[different] > wanted[different];
    return isNewer && (operator === '>=' || different !== 0);
  });
}
