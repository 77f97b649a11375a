import type { History } from './folder.ts';

const schema = 'prisma/schema/helpdesk.prisma';
const texts = 'client/data/helpdesk.json';
const template = (path: string): string =>
  path === schema ? 'templates/prisma/helpdesk.prisma' : `templates/express/${path}`;

/** Typical edits of `package.json`, schemas, documents and settings. */
export const inData: readonly History[] = [
  {
    name: 'fields are added to a model by hand, and one by the plugin at the same place',
    edit: ({ change }) =>
      change(schema, ['  email     String\n', '  email     String\n  phone     String?\n  company   String?\n']),
    release: ({ change }) =>
      change(template(schema), [
        '  email     String\n',
        '  email     String\n  language  String      @default("en")\n',
      ]),
  },
  {
    name: 'an attribute is added to a field whose type changes',
    edit: ({ change }) =>
      change(
        schema,
        ['  email     String\n', '  email     String      @map("mail")\n'],
        ['  @@index([state])', '  @@index([email])\n  @@index([state])'],
      ),
    release: ({ change }) =>
      change(
        template(schema),
        ['  email     String\n', '  email     String?\n'],
        ['  @@index([state])', '  @@index([state])\n  @@index([createdAt])'],
      ),
  },
  {
    name: 'a model is added at the end on both sides',
    edit: ({ read, write }) =>
      write(schema, `${read(schema)}\nmodel Team {\n  id   String @id @default(cuid())\n  name String @unique\n}\n`),
    release: ({ read, write }) =>
      write(
        template(schema),
        `${read(template(schema))}\nmodel Attachment {\n  id   String @id @default(cuid())\n  name String\n}\n`,
      ),
  },
  {
    name: 'a default is changed on both sides',
    edit: ({ change }) => change(schema, ['priority  Int         @default(0)', 'priority  Int         @default(5)']),
    release: ({ change }) =>
      change(
        template(schema),
        ['priority  Int         @default(0)', 'priority  Int         @default(1)'],
        ['  WAITING\n', '  WAITING\n  SNOOZED\n'],
      ),
    conflicts: [schema],
  },
  {
    name: 'scripts and packages are added, the plugin asks for more',
    edit: ({ change }) =>
      change(
        'package.json',
        ['    "test": ', '    "deploy": "sh deploy.sh",\n    "test": '],
        ['    "date-fns": "^4.1.0",\n', '    "csv-parse": "^6.1.0",\n    "date-fns": "^4.1.0",\n'],
        ['    "nanoid": ', '    "ms": "^2.1.3",\n    "nanoid": '],
      ),
    release: ({ change }) =>
      change(
        'manifest.json',
        ['"date-fns": "^4.1.0"', '"croner": "^9.1.0",\n    "date-fns": "^4.2.0"'],
        ['"nanoid": "^5.1.0"', '"mime": "^4.1.0",\n    "nanoid": "^5.1.5"'],
      ),
  },
  {
    name: 'package.json is sorted another way and indented by tabs, and a package goes',
    edit: ({ read, write }) => {
      const { dependencies, scripts, ...rest } = JSON.parse(read('package.json'));
      const turned = Object.fromEntries(Object.entries({ ...dependencies, ky: '^1.14.0' }).toReversed());
      write('package.json', JSON.stringify({ ...rest, dependencies: turned, scripts }, null, '\t'));
    },
    release: ({ change }) =>
      change('manifest.json', ['    "date-fns": "^4.1.0",\n', ''], ['"nanoid": "^5.1.0"', '"nanoid": "^5.1.5"']),
  },
  {
    name: 'a package is held at another version, and raised',
    edit: ({ change }) =>
      change('package.json', ['"nanoid": "^5.1.0"', '"nanoid": "5.0.9"'], ['"version": "0.1.0"', '"version": "1.4.2"']),
    release: ({ change }) => change('manifest.json', ['"nanoid": "^5.1.0"', '"nanoid": "^5.2.0"']),
    conflicts: ['package.json'],
  },
  {
    name: 'texts are translated, new ones come',
    edit: ({ change }) =>
      change(
        texts,
        ['Open tickets', 'Offene Anfragen'],
        ['Nobody needs help.', 'Niemand braucht Hilfe.'],
        ['"Subject"', '"Betreff"'],
        ['"Send"', '"Absenden"'],
      ),
    release: ({ change }) =>
      change(
        template(texts),
        ['  "empty"', '  "closed": "Closed tickets",\n  "empty"'],
        ['"What happened?",', '"What went wrong?",\n    "email": "Your address",'],
        ['"Closed"]', '"Closed", "Snoozed"]'],
      ),
  },
  {
    name: 'styles, a guide and the example of .env are changed on both sides',
    edit: ({ change }) => {
      change('client/styles/helpdesk.css', ['gap: 1rem', 'gap: 2rem'], ['padding: 0 8px', 'padding: 2px 10px']);
      change('docs/helpdesk.md', ['2. Run the migration.\n', '2. Run the migration on the staging server first.\n']);
      change('.env.example', ['PORT=3000', 'PORT=8080'], ['LOG_LEVEL=info', 'LOG_LEVEL=warn']);
    },
    release: ({ change }) => {
      change(template('client/styles/helpdesk.css'), ['  margin: 0;\n', '  margin: 0 0 0.5rem;\n']);
      change(template('docs/helpdesk.md'), ['sent by mail', 'sent by mail, in plain text']);
      change('manifest.json', [
        '"env": "HELPDESK_MAIL_KEY" }',
        '"env": "HELPDESK_MAIL_KEY" },\n      "hookKey": { "type": "string", "label": "Key of the hook", "secret": true, "env": "HELPDESK_HOOK_KEY" }',
      ]);
    },
  },
  {
    name: 'an entity is edited where its owner gives it a field, and the schema with it',
    edit: ({ change, read, write }) => {
      change('prisma/schema/customer.prisma', [
        '  newsletter Boolean  @default(false)\n',
        '  newsletter Boolean  @default(false)\n  vat        String?\n',
      ]);
      write('server/routes/customers.ts', `// Ours: see the handbook.\n${read('server/routes/customers.ts')}`);
      change('prisma/schema/customer.prisma', [
        '  @@index([createdAt, id])',
        '  @@index([createdAt, id])\n  @@map("clients")',
      ]);
    },
    configure: [
      [
        '{ "name": "newsletter", "type": "Boolean", "required": true, "default": false }',
        '{ "name": "newsletter", "type": "Boolean", "required": true, "default": false },\n        { "name": "phone", "type": "String" }',
      ],
    ],
    release: ({ change }) => change(template('docs/helpdesk.md'), ['Customers ask', 'Visitors ask']),
  },
  {
    name: 'a picture is drawn anew by both',
    edit: ({ write }) => write('public/helpdesk/logo.png', '\u0000mine'),
    release: ({ write }) => write(template('public/helpdesk/logo.png'), '\u0000theirs'),
    conflicts: ['public/helpdesk/logo.png'],
  },
];
