/** As `process.platform` names them. */
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openbsd', 'sunos', 'win32'];
/** As `process.arch` names them. */
const architectures = ['arm', 'arm64', 'ia32', 'loong64', 'mips', 'mipsel', 'ppc64', 'riscv64', 's390x', 'x64'];

/** `linux`, `darwin-arm64`, as a regular expression. */
export const platformPattern = `^(?:${systems.join('|')})(?:-(?:${architectures.join('|')}))?$`;
const pattern = new RegExp(platformPattern, 'u');

/** Whether a text names a platform, with or without an architecture. */
export function isPlatform(text: string): boolean {
  return pattern.test(text);
}

/** Whether a machine is of a platform. @param machine with its architecture: `linux-x64` */
export function isOn(machine: string, platform: string): boolean {
  return machine === platform || machine.startsWith(`${platform}-`);
}
