import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { databaseKinds } from '../../../src/config/config.ts';
import { repository } from '../../support/cli.ts';
import { rendered } from './contributions.ts';

/** Returns the stages of the Dockerfile: the name, the base and the instructions. */
function stages(database: (typeof databaseKinds)[number]) {
  const text = rendered('Dockerfile', { database }) ?? '';
  return text.split(/^(?=FROM )/mu).map((stage) => {
    const [first = '', ...instructions] = stage.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    const [, base, , name = 'final'] = first.split(' ');
    return { name, base, instructions };
  });
}

describe.each(databaseKinds)('the image of a project with the database %s', (database) => {
  const find = (name: string) => stages(database).find((stage) => stage.name === name);

  test('installs and removes packages before the sources are copied', () => {
    const sources = stages(database).filter(({ instructions }) => instructions.includes('COPY . .'));
    expect(sources.map(({ name, base }) => ({ name, base }))).toEqual([{ name: 'build', base: 'packages' }]);
    expect(find('packages')?.instructions.at(-1)).toBe('RUN npm ci');
    expect(find('production')).toMatchObject({ base: 'packages', instructions: ['RUN npm prune --omit=dev'] });
  });

  test('contains only production packages and built files, and runs as an unprivileged user', () => {
    const { base, instructions = [] } = find('final') ?? {};
    expect(base).toBe('node:24-slim');
    const copied = instructions.filter((line) => line.startsWith('COPY'));
    expect(copied).toContain('COPY --from=production --chown=node:node /app/node_modules ./node_modules');
    expect(copied.filter((line) => line.includes('--from=packages') || / \.{1,2}\/? /u.test(line))).toEqual([]);
    expect(instructions.slice(-3)).toEqual(['USER node', 'EXPOSE 3000', 'CMD ["node", "dist/server/main.js"]']);
  });

  test('does not get secrets, databases or installed packages from the folder of the project', () => {
    const ignored = rendered('.dockerignore', { database })?.split('\n');
    expect(ignored).toEqual(
      expect.arrayContaining(['.git', '.env', '.env.local', '.env.*.local', 'data', 'prisma/*.db*', 'node_modules']),
    );
  });
});

describe.each([
  ['pnpm', 'pnpm-lock.yaml', 'pnpm install --frozen-lockfile'],
  ['yarn', 'yarn.lock .yarnrc.yml', 'yarn install --immutable'],
  ['bun', 'bun.lock', 'bun install --frozen-lockfile'],
] as const)('a project for %s', (packageManager, lockfile, install) => {
  test('installs the packages of its lockfile in the image and on GitHub, without npm ci', () => {
    const dockerfile = rendered('Dockerfile', { packageManager });
    expect(dockerfile).toContain(`\nCOPY package.json ${lockfile} .npmrc ./\nRUN ${install}\n`);
    const checks = rendered('.github/workflows/ci.yml', { packageManager });
    expect(checks).toContain(`\n      - run: ${install}\n      - run: ${packageManager} run format:check\n`);
    expect(`${dockerfile}${checks}`).not.toMatch(/npm ci|package-lock|cache: npm/u);
  });

  test('names the package manager in the README, and configures only Yarn', () => {
    expect(rendered('README.md', { packageManager })).toContain(`\n${packageManager} install\n`);
    expect(rendered('.yarnrc.yml', { packageManager })?.includes('nodeLinker: node-modules') ?? false).toBe(
      packageManager === 'yarn',
    );
  });
});

describe('compose.yaml', () => {
  const text = rendered('compose.yaml', { database: 'relational' }) ?? '';
  const service = (name: string) => new RegExp(`^  ${name}:\n((?:(?: {4}.*)?\n)*)`, 'mu').exec(text)?.[1] ?? '';

  test('exists only for PostgreSQL', () => {
    const kinds = databaseKinds.filter((database) => rendered('compose.yaml', { database }) !== undefined);
    expect(kinds).toEqual(['relational']);
  });

  test.each(['app', 'task'])('starts %s after successful migrations, which start after the database', (name) => {
    expect(service(name)).toContain('      migrate:\n        condition: service_completed_successfully\n');
    expect(service('migrate')).toContain('      db:\n        condition: service_healthy\n');
  });

  test('requires a password for the database', () => {
    const uses = [...text.matchAll(/\$\{POSTGRES_PASSWORD[^}]*\}/gu)].map(([use]) => use);
    expect(uses.length).toBeGreaterThan(1);
    expect(new Set(uses)).toEqual(new Set(['${POSTGRES_PASSWORD:?Set POSTGRES_PASSWORD in .env}']));
  });

  test('runs tasks in the stage of the Dockerfile that has the sources', () => {
    expect(service('task')).toContain('      target: build\n');
    expect(service('task')).toContain('    profiles: [task]\n');
  });

  test('has the services that the documentation runs', () => {
    const readme = rendered('README.md', { database: 'relational' }) ?? '';
    const documents = [readme, readFileSync(join(repository, 'docs/DEPLOYMENT.md'), 'utf8'), text].join('\n');
    const commands = /docker compose (?:run|exec|stop) (?:-\S+ )*(\w+)/gu;
    const names = new Set([...documents.matchAll(commands)].map(([, name = '']) => name));
    expect([...names].toSorted()).toEqual(['app', 'db', 'migrate', 'task']);
    expect([...names].filter((name) => service(name) === '')).toEqual([]);
  });
});
