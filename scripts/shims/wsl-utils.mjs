// Replaces the package wsl-utils in the bundle. oclif uses two of its functions, and the package loads child_process
// for them (7 ms per start).
export const isWsl = process.platform === 'linux' && /microsoft/iu.test(process.getBuiltinModule('node:os').release());
export const powerShellPath = async () => 'powershell.exe';
