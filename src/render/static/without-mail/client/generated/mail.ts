// Rendered by Genlock from genlock.json: changes made here are lost.

/** Whether the server can send mail: only the development, which keeps mails in its mailbox. */
export const isMailAvailable: boolean = import.meta.env.DEV;
