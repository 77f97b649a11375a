// Rendered by Genlock from genlock.json: changes made here are lost.

/** Whether the server can send mail. */
export const isMailAvailable: boolean = true;
