/** What a migration renames rather than drops and creates, in the schema's terms: names of models, fields and enums. */
export type Rename =
  | { readonly kind: 'model'; readonly from: string; readonly to: string }
  | { readonly kind: 'column'; readonly model: string; readonly from: string; readonly to: string }
  | { readonly kind: 'enum'; readonly from: string; readonly to: string }
  | { readonly kind: 'table'; readonly from: string; readonly to: string };
