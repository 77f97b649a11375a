import type { Emitter } from '../emitter.ts';

const dockerfile = `FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
RUN npm ci
COPY . .
RUN npm run build && npm prune --omit=dev

FROM node:24-slim
WORKDIR /app
ENV NODE_ENV=production
COPY --from=build --chown=node:node /app/package.json ./
COPY --from=build --chown=node:node /app/node_modules ./node_modules
COPY --from=build --chown=node:node /app/dist ./dist
RUN install --directory --owner=node /app/data
USER node
EXPOSE 3000
CMD ["node", "dist/server/main.js"]
`;

export const container: Emitter = function* () {
  yield { path: 'Dockerfile', content: dockerfile };
};
