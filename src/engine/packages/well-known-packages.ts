/**
 * npm packages that typosquatting packages imitate: the packages of generated projects and common dependencies of web
 * applications. Similar names in the list are different, trusted packages, so they are not reported for each other.
 */
export const wellKnownPackages: readonly string[] = `
  express express-session express-rate-limit express-validator fastify koa hapi connect cors helmet morgan compression
  body-parser cookie cookie-parser cookie-session multer formidable busboy passport passport-local jsonwebtoken jose
  bcrypt bcryptjs argon2 csurf axios got node-fetch undici superagent supertest request ky ws socket.io socket.io-client
  react react-dom react-router react-router-dom preact redux react-redux reselect zustand jotai immer swr formik
  react-hook-form next nuxt vue svelte solid-js angular jquery d3 chart.js recharts three leaflet
  vite vitest webpack rollup esbuild parcel turbo typescript ts-node tsx tslib babel eslint prettier
  jest mocha chai sinon ava tap playwright puppeteer cypress happy-dom jsdom
  lodash lodash-es underscore ramda async rxjs bluebird q uuid nanoid cuid ulid moment dayjs date-fns luxon
  chalk colors kleur picocolors debug pino pino-http winston bunyan log4js commander yargs minimist inquirer ora
  dotenv dotenv-expand config convict cross-env cross-spawn execa shelljs rimraf mkdirp glob globby fast-glob minimatch
  micromatch chokidar fs-extra semver zod yup joi ajv validator class-validator
  prisma knex sequelize typeorm drizzle-orm mongoose mongodb mysql mysql2 pg pg-pool sqlite3 better-sqlite3 redis
  ioredis bull bullmq kafkajs amqplib nodemailer handlebars mustache ejs pug nunjucks marked markdown-it remark
  sanitize-html dompurify xss cheerio sharp jimp pdfkit xlsx csv-parse papaparse archiver jszip unzipper tar
  stripe twilio aws-sdk firebase firebase-admin openai discord.js graphql graphql-tag apollo-server openid-client
  tailwindcss postcss autoprefixer sass less styled-components clsx classnames lucide-react framer-motion
  swagger-ui-express swagger-jsdoc i18next react-i18next node-cron cron p-limit p-queue p-map lru-cache ms qs
  picomatch enquirer promise es6-promise color colord js-cookie nodemon date-fns-tz @date-fns/tz react-dnd cookie-es pdf-lib
  graphql-ws mquery jsdoc prismjs fast-diff lodash.get @eslint/js @sentry/core aws-cdk rambda vitefu @vitest/ui
  event-stream ua-parser-js coa rc left-pad is-promise crypto-js tweetnacl node-forge iconv-lite safe-buffer
  @prisma/client @prisma/adapter-pg @sentry/node @tanstack/react-query @tanstack/react-table @hookform/resolvers
  @aws-sdk/client-s3 @babel/core @types/node @types/express @types/react @angular/core @nestjs/core @emotion/react
  @mui/material @radix-ui/react-slot @testing-library/react @tailwindcss/vite @vitejs/plugin-react @scalar/express-api-reference
`
  .trim()
  .split(/\s+/u);
