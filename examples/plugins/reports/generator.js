import { copyTemplates, registerAdminMenu } from 'genlock/sdk';

/** @type {import('genlock/sdk').Generator} */
export default async function generate() {
  await copyTemplates({ source: 'templates' });
  await registerAdminMenu({
    id: 'reports',
    label: 'Reports',
    icon: 'chart-bar',
    href: '/admin/reports',
    children: [
      { id: 'totals', label: 'Totals', href: '/admin/reports/totals' },
      { id: 'latest', label: 'Latest records', href: '/admin/reports/latest' },
    ],
  });
}
