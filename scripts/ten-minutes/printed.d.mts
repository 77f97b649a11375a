export function plainText(screen: string): string;
export function commandsBelow(heading: string, screen: string): string[];
export function commandsIn(screen: string): string[];
