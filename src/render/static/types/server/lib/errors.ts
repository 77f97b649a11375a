import type { ErrorRequestHandler } from 'express';

export declare const handleError: ErrorRequestHandler;
