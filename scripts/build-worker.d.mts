export function buildWorker(): Promise<void>;
