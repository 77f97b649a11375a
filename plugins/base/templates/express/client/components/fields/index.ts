export { CheckboxField } from '@/components/fields/CheckboxField';
export { DateTimeField } from '@/components/fields/DateTimeField';
export { EnumField } from '@/components/fields/EnumField';
export { JsonField } from '@/components/fields/JsonField';
export { NumberField } from '@/components/fields/NumberField';
export { RelationField } from '@/components/fields/RelationField';
export { RelationsField } from '@/components/fields/RelationsField';
export { BigIntField, DecimalField, TextAreaField, TextField } from '@/components/fields/TextField';
