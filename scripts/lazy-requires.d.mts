/** CommonJS with every top-level `const … = require(…)` put off until its first use. */
export function lazy(source: string): string;
