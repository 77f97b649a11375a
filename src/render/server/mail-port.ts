import type { Emitter, RenderInput } from '../emitter.ts';
import { staticFile } from '../static-file.ts';

const paths = ['client/generated/mail.ts', 'server/generated/mail.ts'] as const;

function hasMail({ contributions }: Pick<RenderInput, 'contributions'>): boolean {
  return contributions.some(({ manifest }) => manifest.provides === 'mail');
}

/**
 * `server/generated/mail.ts` and `client/generated/mail.ts`: the interface between the application and its mail plugin.
 * A plugin with `provides: "mail"` exports `transport` from `server/lib/mail/port.ts`, or `undefined` as its value if
 * the plugin is not configured. The server module exports the functions of `Mailer` (`server/lib/mailer.ts`). The
 * client module exports `isMailAvailable`.
 */
export const mailPort: Emitter = function* (input) {
  for (const path of paths) yield { path, content: staticFile(hasMail(input) ? path : `without-mail/${path}`) };
};
