import { GenlockCommand } from '../cli/command.ts';
import { exitCodes } from '../errors/codes.ts';
import { doctor, type DoctorResult } from '../flows/machine/doctor.ts';
import { doctorView } from '../ui/doctor.ts';

export default class Doctor extends GenlockCommand {
  static override readonly summary = 'Check which sandbox layers work on this machine.';
  static override readonly description =
    'Tries what each layer forbids, with and without it, and shows which layers the policies require. ' +
    'Changes nothing. Exits with 1 if no plugin can run here.';
  static override readonly examples = [
    '<%= config.bin %> <%= command.id %>',
    '<%= config.bin %> <%= command.id %> --json',
  ];

  async run(): Promise<DoctorResult> {
    const { flags } = await this.parse(Doctor);
    this.progress('Trying each layer of the sandbox');
    const result = await doctor({
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      cwd: this.folder(flags),
      env: process.env,
      clock: () => new Date(),
    });
    if (!result.canRun) process.exitCode = exitCodes.failed;
    return this.show(result, doctorView);
  }
}
