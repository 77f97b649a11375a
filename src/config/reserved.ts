import { camelCase } from 'change-case';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/**
 * Words that cannot be variable names in an ES module (ECMAScript §12.7.2, strict mode), or that behave like such
 * words.
 */
const javascriptWords = words(`
  arguments async await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected public
  return static super switch this throw true try typeof undefined using var void while with yield
`);

/**
 * Global names of the language and its type library that generated code uses. A model with such a name would hide them.
 */
const globals = words(`
  AggregateError Array ArrayBuffer ArrayLike AsyncGenerator AsyncIterable AsyncIterator Atomics Awaited BigInt
  BigInt64Array BigUint64Array Boolean Capitalize DataView Date Error EvalError Exclude Extract FinalizationRegistry
  Float32Array Float64Array Function Generator Infinity InstanceType Int16Array Int32Array Int8Array Intl Iterable
  Iterator JSON Lowercase Map Math NaN NoInfer NonNullable Number Object Omit Parameters Partial Pick Promise PromiseLike
  PropertyKey Proxy RangeError Readonly ReadonlyArray ReadonlyMap ReadonlySet Record ReferenceError Reflect RegExp Required
  ReturnType Set SharedArrayBuffer String Symbol SyntaxError Temporal ThisType TypeError URIError Uint16Array Uint32Array
  Uint8Array Uint8ClampedArray Uncapitalize Uppercase WeakMap WeakRef WeakSet
  AbortController AbortSignal Buffer FormData Headers NodeJS Request Response URL URLSearchParams
  Express JSX NextFunction React Router
`);

/** Names in Prisma's schema language or generated client. */
const prismaNames = words(`
  Bytes DateTime Decimal Float Int Json Prisma PrismaClient PrismaPromise Unsupported
`);

/** Names of generated files: a barrel, the application. */
const fileNames = words('App Index');

/**
 * Returns whether a PascalCase name cannot be an entity, because the model, type, file or variable would break
 * generated code.
 */
export function isReservedEntityName(name: string): boolean {
  return [globals, prismaNames, fileNames].some((set) => set.has(name)) || javascriptWords.has(camelCase(name));
}

/** Columns of every entity. */
const ownColumns = words('id createdAt updatedAt');

/**
 * Members of every object, or members that change its behaviour. A field with such a name would be read or called by
 * mistake.
 */
const objectMembers = words(`
  constructor hasOwnProperty isPrototypeOf propertyIsEnumerable prototype then toJSON toLocaleString toString valueOf
`);

/** Returns whether JavaScript objects have or use a member with this name. */
export function isObjectMember(name: string): boolean {
  return objectMembers.has(name) || name.startsWith('__');
}

/** Query parameters of every list in the generated API. */
const queryParameters = words('count cursor include limit q sort');

/** Returns whether lists have a parameter of this name. */
export function isQueryParameter(name: string): boolean {
  return queryParameters.has(name);
}

/** Query operators in Prisma, in any letter case. Records could not be filtered by a field with such a name. */
const queryOperators = words('and not or');

/** Returns why a name is reserved for a field or relation; `undefined` if allowed. */
export function reservedFieldReason(name: string): string | undefined {
  if (ownColumns.has(name)) return 'every entity has it already';
  if (isObjectMember(name)) return 'every JavaScript object has it already';
  if (queryParameters.has(name)) return "it is a parameter of the API's lists";
  if (queryOperators.has(name)) return 'it is an operator of queries';
  return javascriptWords.has(name) ? 'it is a word of JavaScript' : undefined;
}

/**
 * First URL segments, below `/api`, below `/admin` or of pages, that the application, its development server or
 * authentication plugins use.
 */
const routes = words('admin api assets auth docs healthz index login logout mailbox openapi readyz register settings');

export function isReservedRoute(route: string): boolean {
  return routes.has(route);
}
