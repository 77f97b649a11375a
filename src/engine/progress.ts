/**
 * Shows the running step to a user at a terminal, such as `Applying migrations`.
 *
 * @param detail changes during the step, such as the number of bytes so far
 */
export type Progress = (step: string, detail?: string) => void;
