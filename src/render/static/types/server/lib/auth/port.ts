import type { Request, RequestHandler } from 'express';

interface User {
  readonly id: string;
}

export declare const before: readonly RequestHandler[];
export declare const securityScheme: object | undefined;
export declare function getUser(req: Request): Promise<User | null>;
export declare function isAdmin(user: User): boolean;
export declare function requireAdmin(req: Request): Promise<User>;
export declare function requireAuth(req: Request): Promise<User>;
export declare function rolesOf(user: User): readonly string[];
export declare function testUser(
  role?: string,
): Promise<User & { readonly headers: Readonly<Record<string, string>> }>;
