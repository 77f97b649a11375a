/** What the user changed in one file since Genlock wrote it. */
export interface FileDiff {
  /** Where it is on disk. */
  readonly path: string;
  readonly owner: string;
  /** A unified diff; absent for what isn't text, or if only the executable bit differs. */
  readonly patch?: string;
}
