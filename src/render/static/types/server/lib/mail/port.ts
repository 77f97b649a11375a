export declare const transport: undefined;
