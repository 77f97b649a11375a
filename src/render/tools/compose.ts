import type { Emitter } from '../emitter.ts';
import { migrateScript } from './migrate.ts';

/**
 * The driver reads the password from PGPASSWORD if the URL has none, so the password may contain any character. The
 * variables of the container precede those of the file `.env`.
 */
const text = `# The application with PostgreSQL: docker compose up --build
# Secrets are in .env. The variables below replace those of .env.
x-app: &app
  build: .
  # Otherwise Node would ignore signals until the server has its own handlers.
  init: true
  env_file: .env
  environment:
    DATABASE_URL: postgresql://postgres@db:5432/app
    DIRECT_DATABASE_URL: ''
    PGPASSWORD: \${POSTGRES_PASSWORD:?Set POSTGRES_PASSWORD in .env}
    PORT: '3000'

services:
  db:
    image: postgres:17
    environment:
      POSTGRES_DB: app
      POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:?Set POSTGRES_PASSWORD in .env}
    volumes:
      - data:/var/lib/postgresql/data
    healthcheck:
      # Over TCP: during its setup, the server only listens on a socket.
      test: pg_isready --host localhost --username postgres --dbname app
      interval: 2s
      retries: 30
    restart: unless-stopped

  migrate:
    <<: *app
    command: node ${migrateScript}
    depends_on:
      db:
        condition: service_healthy

  app:
    <<: *app
    ports:
      - '\${PORT:-3000}:3000'
    depends_on:
      migrate:
        condition: service_completed_successfully
    healthcheck:
      test:
        - CMD
        - node
        - -e
        - "fetch('http://localhost:3000/readyz').then(({ ok }) => process.exit(ok ? 0 : 1))"
      interval: 10s
      timeout: 5s
      start_period: 30s
    stop_grace_period: 30s
    restart: unless-stopped

  # Runs a TypeScript file of the project: docker compose run --rm --build task <file>
  task:
    <<: *app
    build:
      context: .
      target: build
    entrypoint: [node, scripts/task.mjs]
    depends_on:
      migrate:
        condition: service_completed_successfully
    profiles: [task]

volumes:
  data:
`;

/** `compose.yaml`: PostgreSQL, the migrations and the application in containers. */
export const compose: Emitter = function* ({ config }) {
  if (config.database === 'relational') yield { path: 'compose.yaml', content: text };
};
