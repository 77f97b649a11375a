import { sqliteAdapter } from '@payloadcms/db-sqlite';
import { importExportPlugin } from '@payloadcms/plugin-import-export';
import { de } from '@payloadcms/translations/languages/de';
import { en } from '@payloadcms/translations/languages/en';
import { buildConfig } from 'payload';

export default buildConfig({
  secret: 'only for the comparison',
  telemetry: false,
  db: sqliteAdapter({ client: { url: process.env.DATABASE_URL ?? 'file:./shop.db' } }),
  i18n: { supportedLanguages: { en, de } },
  admin: { user: 'users' },
  plugins: [
    importExportPlugin({
      collections: ['customers', 'orders'].map((slug) => ({
        slug,
        export: { disableJobsQueue: true },
        import: { disableJobsQueue: true },
      })),
    }),
  ],
  collections: [
    { slug: 'users', auth: true, fields: [] },
    {
      slug: 'customers',
      admin: { useAsTitle: 'name', defaultColumns: ['name', 'email', 'newsletter'] },
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'email', type: 'email', required: true, unique: true },
        { name: 'newsletter', type: 'checkbox', defaultValue: false },
        { name: 'orders', type: 'join', collection: 'orders', on: 'customer' },
      ],
    },
    {
      slug: 'products',
      admin: { useAsTitle: 'name', defaultColumns: ['name', 'sku', 'price', 'stock'] },
      fields: [
        { name: 'name', type: 'text', required: true },
        { name: 'sku', type: 'text', required: true, unique: true },
        { name: 'description', type: 'textarea' },
        { name: 'price', type: 'number', required: true, min: 0 },
        { name: 'stock', type: 'number', required: true, defaultValue: 0 },
      ],
    },
    {
      slug: 'orders',
      trash: true,
      enableQueryPresets: true,
      admin: { useAsTitle: 'reference', defaultColumns: ['reference', 'placedAt', 'paid', 'customer'] },
      fields: [
        { name: 'reference', type: 'text', required: true, unique: true },
        { name: 'placedAt', type: 'date', required: true },
        { name: 'paid', type: 'checkbox', defaultValue: false },
        { name: 'customer', type: 'relationship', relationTo: 'customers', required: true },
        { name: 'products', type: 'relationship', relationTo: 'products', hasMany: true },
      ],
    },
  ],
});
