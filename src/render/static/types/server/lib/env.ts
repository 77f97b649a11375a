export declare const env: { NODE_ENV: 'development' | 'production' | 'test' };
