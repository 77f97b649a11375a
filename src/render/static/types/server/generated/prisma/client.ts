export declare namespace Prisma {
  export const DbNull: unique symbol;
}
