import type { DatabaseKind } from '../../config/config.ts';
import type { Emitter } from '../emitter.ts';

const workflow = (database: DatabaseKind) => `name: CI

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
          cache: npm
${steps[database]}      - run: npm ci
      - run: npm run format:check
      - run: npm run lint
      - run: npm run typecheck
      - run: npm test
      - run: npm run build
`;

/** The database that tests need. */
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

/** What has to be done for it before the tests. */
const steps: Readonly<Record<DatabaseKind, string>> = {
  file: '',
  relational: '',
  // A service takes no arguments, and only a replica set has transactions.
  document: `      - run: docker run --detach --name mongo --publish 27017:27017 mongo:8 --replSet rs0
      - run: until docker exec mongo mongosh --quiet --eval 'rs.initiate().ok'; do sleep 1; done
`,
};

/** The project's checks on GitHub, as they run by hand. */
export const continuousIntegration: Emitter = function* ({ config }) {
  yield { path: '.github/workflows/ci.yml', content: workflow(config.database) };
};
