/** npm severity levels, from lowest to highest. */
export const severities = ['info', 'low', 'moderate', 'high', 'critical'] as const;
export type Severity = (typeof severities)[number];
