export { CheckboxField } from '@/components/fields/CheckboxField';
export { DateTimeField } from '@/components/fields/DateTimeField';
export { NumberField } from '@/components/fields/NumberField';
export { RelationField } from '@/components/fields/RelationField';
export { RelationsField } from '@/components/fields/RelationsField';
export { DecimalField, TextAreaField, TextField } from '@/components/fields/TextField';
