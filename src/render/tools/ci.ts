import type { DatabaseKind } from '../../config/config.ts';
import type { Emitter } from '../emitter.ts';
import { managerCommands, type ManagerCommands } from './package-manager.ts';

const workflow = (database: DatabaseKind, { setup, install, run }: ManagerCommands) => `name: CI

on:
  push:
    branches: [main]
  pull_request:

permissions:
  contents: read

jobs:
  check:
    runs-on: ubuntu-latest
${services[database]}    steps:
      - uses: actions/checkout@v5
        with:
          persist-credentials: false
      - uses: actions/setup-node@v5
        with:
          node-version: 24
${setup === undefined ? '          cache: npm\n' : `      - run: ${setup}\n`}${steps[database]}      - run: ${install}
      - run: ${run} format:check
      - run: ${run} lint
      - run: ${run} typecheck
      - run: ${run} test
      - run: ${run} build
`;

/** The database service for the tests. */
const services: Readonly<Record<DatabaseKind, string>> = {
  file: '',
  relational: `    services:
      postgres:
        image: postgres:17
        env:
          POSTGRES_PASSWORD: postgres
          POSTGRES_DB: app
        ports: ['5432:5432']
        options: --health-cmd pg_isready --health-interval 2s --health-retries 15
    env:
      DATABASE_URL: postgresql://postgres:postgres@localhost:5432/app
`,
  document: `    env:
      DATABASE_URL: mongodb://localhost:27017/app?replicaSet=rs0
`,
};

/** The steps to start the database before the tests. */
const steps: Readonly<Record<DatabaseKind, string>> = {
  file: '',
  relational: '',
  // Not a service: services accept no arguments, and transactions need a replica set.
  document: `      - run: docker run --detach --name mongo --publish 27017:27017 mongo:8 --replSet rs0
      - run: until docker exec mongo mongosh --quiet --eval 'rs.initiate().ok'; do sleep 1; done
`,
};

/** `.github/workflows/ci.yml`: the project's checks on GitHub. */
export const continuousIntegration: Emitter = function* ({ config }) {
  const { database, packageManager = 'npm' } = config;
  yield { path: '.github/workflows/ci.yml', content: workflow(database, managerCommands[packageManager]) };
};
