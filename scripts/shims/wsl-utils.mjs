// Stands for the package wsl-utils in the bundle: oclif asks it two things, and it loads child_process to answer (7 ms a start).
export const isWsl = process.platform === 'linux' && /microsoft/iu.test(process.getBuiltinModule('node:os').release());
export const powerShellPath = async () => 'powershell.exe';
