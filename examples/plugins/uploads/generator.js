import {
  copyTemplates,
  guardModel,
  registerAdminMenu,
  registerAPIRoutes,
  registerHooks,
  registerPrismaSchema,
  registerSettings,
  registerSlot,
} from 'genlock/sdk';

const localSettings = {
  folder: {
    type: 'string',
    label: 'Folder of the files',
    default: 'data/uploads',
    env: 'UPLOADS_FOLDER',
  },
};

const s3Settings = {
  endpoint: {
    type: 'string',
    label: 'Address of the S3-compatible store',
    default: 'https://s3.us-east-1.amazonaws.com',
    validation: 'url',
    env: 'S3_ENDPOINT',
  },
  region: { type: 'string', label: 'Region of the store', default: 'us-east-1', env: 'S3_REGION' },
  bucket: { type: 'string', label: 'Name of the bucket', default: 'uploads', env: 'S3_BUCKET' },
  accessKeyId: {
    type: 'string',
    label: 'Id of the access key',
    secret: true,
    required: true,
    env: 'S3_ACCESS_KEY_ID',
    sample: 'sample-access-key-id',
  },
  secretAccessKey: {
    type: 'string',
    label: 'Access key of the store',
    secret: true,
    required: true,
    env: 'S3_SECRET_ACCESS_KEY',
    sample: 'sample-of-a-secret-access-key',
  },
};

/** @type {import('genlock/sdk').Generator} */
export default async function generate({ database, settings }) {
  const id = database === 'document' ? '@map("_id")' : '';
  await registerPrismaSchema(`
    model UploadedFile {
      id         String    @id ${id}
      name       String
      type       String
      size       Int
      ownerId    String
      entity     String
      recordId   String
      createdAt  DateTime  @default(now())
      purgeAfter DateTime?

      @@index([entity, recordId])
      @@index([purgeAfter])
    }
  `);
  // Only the routes of the plugin check the access to files.
  await guardModel({ model: 'UploadedFile', refuse: ['read'] });

  await copyTemplates({ source: 'templates/common' });
  await copyTemplates({ source: settings.s3 ? 'templates/s3' : 'templates/local' });
  await registerSettings({ pluginId: 'uploads', schema: settings.s3 ? s3Settings : localSettings });
  await registerHooks({ entity: '*', module: 'server/lib/uploads/hooks' });
  const handler = (name) => `server/routes/uploads/${name}`;
  await registerAPIRoutes({
    routes: [
      { path: '/uploads', handler: handler('receive'), methods: ['POST'], access: 'authenticated' },
      { path: '/uploads', handler: handler('list'), methods: ['GET'] },
      { path: '/uploads/all', handler: handler('all'), methods: ['GET'], access: 'admin' },
      { path: '/uploads/:id', handler: handler('download'), methods: ['GET'] },
      { path: '/uploads/:id', handler: handler('remove'), methods: ['DELETE'], access: 'authenticated' },
    ],
  });
  await registerSlot({ slot: 'record', module: '@/components/uploads/RecordFiles' });
  await registerAdminMenu({ id: 'uploads', label: 'Files', icon: 'file', href: '/admin/uploads' });
}
