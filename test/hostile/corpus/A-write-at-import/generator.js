import { writeFileSync } from 'node:fs';

writeFileSync('../escaped', 'written while the module was loaded');

export default function generate() {}
