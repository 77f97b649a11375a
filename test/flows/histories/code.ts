import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { repository } from '../../support/cli.ts';
import type { Folder, History } from './folder.ts';

const list = 'client/components/helpdesk/TicketList.tsx';
const state = 'client/components/helpdesk/TicketState.tsx';
const page = 'client/pages/helpdesk/index.tsx';
const priority = 'server/lib/helpdesk/priority.ts';
const route = 'server/routes/tickets.ts';
const template = (path: string): string => `templates/express/${path}`;

/** Runs a user's formatter with different rules. */
function format({ root, write }: Folder, paths: readonly string[]): void {
  write('.oxfmtrc.json', '{ "printWidth": 60, "useTabs": true, "singleQuote": false }\n');
  const { status, stderr } = spawnSync(join(repository, 'node_modules/.bin/oxfmt'), [...paths], { cwd: root });
  if (status !== 0) throw new Error(String(stderr));
}

/** Typical edits of code. */
export const inCode: readonly History[] = [
  {
    name: 'a function is renamed, the one beside it gets a parameter',
    edit: ({ change }) => {
      change(priority, ['urgencyOf', 'deadlineClassOf']);
      change(route, ['pointsOf', 'scoreOf']);
      change(priority, ['pointsOf', 'scoreOf']);
    },
    release: ({ change }) => {
      change(template(priority), [
        'dueAt(createdAt: Date, urgency: Urgency)',
        'dueAt(createdAt: Date, { hours }: Urgency)',
      ]);
      change(template(priority), ['urgency.hours *', 'hours *']);
    },
  },
  {
    name: 'an import is added on both sides, at other places',
    edit: ({ change }) =>
      change(
        list,
        ['import { useQuery }', "import { useEffect } from 'react';\nimport { useQuery }"],
        ['  if (isPending)', '  useEffect(() => void (document.title = texts.list), []);\n  if (isPending)'],
      ),
    release: ({ change }) =>
      change(
        template(list),
        ['import { TicketState }', "import { PageHeader } from '@/components/PageHeader';\nimport { TicketState }"],
        ['<h2 className="text-lg font-semibold">{texts.list}</h2>', '<PageHeader title={texts.list} />'],
      ),
  },
  {
    name: 'an import is added on both sides, at the same place',
    edit: ({ change }) =>
      change(
        route,
        ["import { z } from 'zod';\n", "import { z } from 'zod';\nimport { audit } from '../lib/audit';\n"],
        ['  res.status(201)', "  audit('ticket', ticket.id);\n  res.status(201)"],
      ),
    release: ({ change }) =>
      change(
        template(route),
        ["import { z } from 'zod';\n", "import { z } from 'zod';\nimport { nanoid } from 'nanoid';\n"],
        ['data: { ...data, priority }', 'data: { ...data, id: nanoid(), priority }'],
      ),
    conflicts: [route],
  },
  {
    name: 'functions are put into another order',
    edit: ({ read, write }) => {
      const parts = read(priority).split(/\n(?=\/\*\*)/u);
      const [head = '', points = '', urgency = '', due = '', late = ''] = parts;
      write(priority, [head, urgency, points, due, late].join('\n'));
    },
    release: ({ change }) =>
      change(template(priority), ['now.getTime() > due.getTime()', 'now > due'], ["'down']", "'down', 'lost']"]),
  },
  {
    name: 'everything is formatted by other rules',
    reformats: true,
    edit: (project) => format(project, [list, route, priority, page]),
    release: ({ change }) => {
      change(template(route), ['take: 50', 'take: 100'], ['max(5000)', 'max(10_000)']);
      change(template(priority), ['hours: 24', 'hours: 12']);
      change(template(list), ['gap-4', 'gap-6'], ['response.statusText', 'String(response.status)']);
    },
  },
  {
    name: 'texts in the page are translated',
    edit: ({ change }) => {
      change(page, ['We answer within a day.', 'Wir antworten innerhalb eines Tages.']);
      change(list, ['/** All open tickets, the newest first. */', '/** Alle offenen Anfragen, die neueste zuerst. */']);
    },
    release: ({ change }) => {
      change(template(page), ['      <TicketList />', '      <TicketList limit={20} />']);
      change(
        template(list),
        ['export function TicketList() {', 'export function TicketList({ limit }: { readonly limit: number }) {'],
        ['data.map(', 'data.slice(0, limit).map('],
      );
    },
    // Lines that touch: as in git.
    conflicts: [list, page],
  },
  {
    name: 'a component is deleted, its next version changes it',
    edit: ({ change, remove }) => {
      remove(state);
      change(
        list,
        ["import { TicketState } from './TicketState';\n", ''],
        ['<TicketState state={ticket.state} />', '{ticket.state}'],
      );
    },
    release: ({ change }) => {
      change(template(state), ['px-2', 'px-3']);
      change(template(list), ['divide-y', 'divide-y border-t']);
    },
  },
  {
    name: 'a method is added to a route, and one by the plugin',
    edit: ({ read, write, change }) => {
      write(
        route,
        `${read(route)}\n/** Closes all. */\nexport async function DELETE(_req: Request, res: Response): Promise<void> {\n  await db.ticket.updateMany({ data: { state: 'CLOSED' } });\n  res.sendStatus(204);\n}\n`,
      );
      change(route, ['take: 50', 'take: 500']);
    },
    release: ({ change }) => {
      change(template(route), [
        '/** Opens a ticket. */',
        "/** How many there are. */\nexport async function HEAD(_req: Request, res: Response): Promise<void> {\n  res.set('X-Total', String(await db.ticket.count())).end();\n}\n\n/** Opens a ticket. */",
      ]);
      change('generator.js', ["['GET', 'POST']", "['GET', 'HEAD', 'POST']"]);
    },
  },
  {
    name: 'a page is moved as it is, then changed by its next version',
    edit: ({ move }) => move(page, 'client/pages/support/index.tsx'),
    release: ({ change }) => change(template(page), ['within a day', 'within an hour']),
  },
  {
    name: 'the same line says something else on both sides',
    edit: ({ change }) => change(priority, ['hours: 4 }', 'hours: 1 }']),
    release: ({ change }) => change(template(priority), ['hours: 4 }', 'hours: 2 }']),
    conflicts: [priority],
  },
  {
    name: 'the whole project is checked out with CRLF',
    edit: ({ read, write }) => {
      for (const path of [list, route, priority, page, 'package.json', 'prisma/schema/helpdesk.prisma'])
        write(path, read(path).replaceAll('\n', '\r\n'));
    },
    release: ({ change }) => {
      change(template(route), ['take: 50', 'take: 20']);
      change(template(list), ['py-2', 'py-3']);
      change('manifest.json', ['"^5.1.0"', '"^5.2.0"']);
      change('templates/prisma/helpdesk.prisma', ['  email     String\n', '  email     String\n  phone     String?\n']);
    },
  },
];
