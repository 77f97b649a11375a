export interface Pasted {
  readonly command: string;
  readonly cwd: string;
  readonly seconds: number;
  readonly code: number;
  readonly screen: string;
}
export const hasTerminal: boolean;
export function userEnvironment(env?: NodeJS.ProcessEnv): Record<string, string | undefined>;
export class Session {
  constructor(options: {
    readonly cwd: string;
    readonly columns: number;
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly terminal?: boolean;
  });
  cwd: string;
  readonly log: Pasted[];
  paste(command: string): Promise<Pasted>;
  serve(command: string, options?: { readonly paths?: readonly string[]; readonly seconds?: number }): Promise<Pasted>;
}
export function freePort(): Promise<number>;
