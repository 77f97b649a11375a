import type { Command } from '@oclif/core/command';
import { CommandHelp, Help } from '@oclif/core/help';
import { commandView } from './ui/commands.ts';
import { page } from './ui/terminal.ts';

/** Help of one command. Its examples start with the words that started this run, so that users can paste them. */
class OwnCommandHelp extends CommandHelp {
  /** Removes what oclif leaves of groups that it has shown before, and the repetition of all arguments but the last. */
  protected override defaultUsage(): string {
    return super
      .defaultUsage()
      .replaceAll(' | ]', ']')
      .replaceAll(/\.\.\.(?= \[?[A-Z_]+\.\.\.)/gu, '');
  }

  protected override examples(given: Command.Example[] | string | undefined): string | undefined {
    const examples = typeof given === 'string' ? [given] : (given ?? []);
    if (examples.length === 0) return undefined;
    const described = examples.some((example) => typeof example !== 'string');
    return examples.map((example) => this.example(example)).join(described ? '\n\n' : '\n');
  }

  private example(example: Command.Example): string {
    if (typeof example === 'string') return this.line(example);
    const spacing = this.indentSpacing * 2;
    return `${this.wrap(example.description, spacing)}\n\n${this.indent(this.line(example.command))}`;
  }

  /** Keeps a command on one line. oclif would break it inside quotation marks or placeholders. */
  private line(command: string): string {
    const width = this.opts.maxWidth - this.indentSpacing * 3;
    return commandView(this.render(command), { ...page, width }).replace(/^ {2}/u, '$ ');
  }
}

/** The class that oclif uses for `--help`. package.json names this file. */
export class OwnHelp extends Help {
  protected override CommandHelpClass = OwnCommandHelp;
}
