/** Values of `process.platform`. */
const systems = ['aix', 'android', 'darwin', 'freebsd', 'linux', 'openbsd', 'sunos', 'win32'];
/** Values of `process.arch`. */
const architectures = ['arm', 'arm64', 'ia32', 'loong64', 'mips', 'mipsel', 'ppc64', 'riscv64', 's390x', 'x64'];

/** Regular expression for `linux` or `darwin-arm64`. */
export const platformPattern = `^(?:${systems.join('|')})(?:-(?:${architectures.join('|')}))?$`;
const pattern = new RegExp(platformPattern, 'u');

/** Checks that a string names a platform, with or without an architecture. */
export function isPlatform(text: string): boolean {
  return pattern.test(text);
}

/** Checks whether a machine belongs to a platform. @param machine with its architecture: `linux-x64` */
export function isOn(machine: string, platform: string): boolean {
  return machine === platform || machine.startsWith(`${platform}-`);
}
