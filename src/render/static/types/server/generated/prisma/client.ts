export declare namespace Prisma {
  export const DbNull: unique symbol;
  export interface TransactionClient {
    $executeRawUnsafe(sql: string): Promise<number>;
  }
}
