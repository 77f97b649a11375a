type Rule = 'public' | 'authenticated' | 'owner' | 'admin' | readonly string[];

interface EntityAccess {
  readonly read: Rule;
  readonly create: Rule;
  readonly update: Rule;
  readonly delete: Rule;
  readonly owner?: readonly string[];
  readonly fields?: Readonly<Record<string, { readonly read: Rule; readonly write: Rule }>>;
}

export declare const accessRules: ReadonlyMap<string, EntityAccess>;
export declare const openEntities: readonly string[];
