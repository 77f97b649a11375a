type Rule = 'public' | 'authenticated' | 'owner' | 'admin' | readonly string[];

interface EntityAccess {
  readonly read: Rule;
  readonly create: Rule;
  readonly update: Rule;
  readonly delete: Rule;
  readonly owner?: readonly string[];
}

export declare const accessRules: ReadonlyMap<string, EntityAccess>;
