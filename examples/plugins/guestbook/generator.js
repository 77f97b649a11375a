import { copyTemplates, registerAdminMenu, registerAPIRoutes, registerCSS, registerProvider } from 'genlock/sdk';

export default async function generate() {
  copyTemplates({ source: '.', destination: '.' });
  registerAPIRoutes({
    routes: [{ path: '/guestbook', handler: 'server/routes/guestbook', methods: ['GET', 'POST'] }],
  });
  registerAdminMenu({ id: 'guestbook', label: 'Guestbook', icon: 'book-open', href: '/guestbook' });
  registerProvider({ name: 'GreetingProvider', import: '@/components/GreetingProvider', order: 50 });
  registerCSS({ variables: { '--guestbook-accent': '262 83% 58%' } });
}
