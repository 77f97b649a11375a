import { string as stringFlag } from '@oclif/core/flags';

/** Flags of every command for a single registry. */
export const registryFlags = {
  registry: stringFlag({
    description: 'Address of the registry. The default is the registry of the scope, else the default registry.',
    helpValue: '<address>',
  }),
  scope: stringFlag({ description: 'Use the registry of this scope.', helpValue: '<@scope>' }),
};
