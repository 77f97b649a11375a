export declare const requiredSecrets: readonly string[];
