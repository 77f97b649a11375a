/** The word for a record's owner, alone or among roles. */
export const ownerWord = 'owner';

/** The name of a role: `AGENT`. */
export const rolePattern = /^[A-Z][A-Z0-9_]{0,39}$/;
