import { string as stringFlag } from '@oclif/core/flags';

/** Flags of every command that is about one registry. */
export const registryFlags = {
  registry: stringFlag({
    description: "The registry's address; that of the scope, or the default one, if absent.",
    helpValue: '<address>',
  }),
  scope: stringFlag({ description: 'The registry of this scope.', helpValue: '<@scope>' }),
};
