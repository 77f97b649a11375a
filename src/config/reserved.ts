import { camelCase } from 'change-case';

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

/** Words no variable of an ES module can be called (ECMAScript §12.7.2, strict mode), and those that act like one. */
const javascriptWords = words(`
  arguments async await break case catch class const continue debugger default delete do else enum eval export extends
  false finally for function if implements import in instanceof interface let new null package private protected public
  return static super switch this throw true try typeof undefined using var void while with yield
`);

/** Globals of the language and of its type library that generated code relies on; a model of that name would hide them. */
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

/** What Prisma's schema language or its generated client already calls so. */
const prismaNames = words(`
  Bytes DateTime Decimal Float Int Json Prisma PrismaClient PrismaPromise Unsupported
`);

/** Names the generated files themselves take: a barrel, the application. */
const fileNames = words('App Index');

/** Whether a PascalCase name can't be an entity, because as a model, type, file or variable it would break generated code. */
export function isReservedEntityName(name: string): boolean {
  return [globals, prismaNames, fileNames].some((set) => set.has(name)) || javascriptWords.has(camelCase(name));
}

/** Columns every entity has. */
const ownColumns = words('id createdAt updatedAt');

/** Members every object has, or that change how an object behaves: as a field they would be read or called by mistake. */
const objectMembers = words(`
  constructor hasOwnProperty isPrototypeOf propertyIsEnumerable prototype then toJSON toLocaleString toString valueOf
`);

/** Whether every JavaScript object has a member of this name already, or acts on one. */
export function isObjectMember(name: string): boolean {
  return objectMembers.has(name) || name.startsWith('__');
}

/** Query parameters of every list in the generated API. */
const queryParameters = words('cursor include limit sort');

/** What Prisma reads as an operator in any case, so that no record could be looked for by such a field. */
const queryOperators = words('and not or');

/** Why a field or relation can't have this name, or undefined if it can. */
export function reservedFieldReason(name: string): string | undefined {
  if (ownColumns.has(name)) return 'every entity has it already';
  if (isObjectMember(name)) return 'every JavaScript object has it already';
  if (queryParameters.has(name)) return "it is a parameter of the API's lists";
  if (queryOperators.has(name)) return 'it is an operator of queries';
  return javascriptWords.has(name) ? 'it is a word of JavaScript' : undefined;
}

/** First segments below `/api` and of pages that the application or the authentication plugins have. */
const routes = words('admin api assets auth docs healthz login logout openapi readyz register');

export function isReservedRoute(route: string): boolean {
  return routes.has(route);
}
