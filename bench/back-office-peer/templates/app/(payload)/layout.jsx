import config from '../../payload.config.js';
import '@payloadcms/next/css';
import { handleServerFunctions, RootLayout } from '@payloadcms/next/layouts';
import { importMap } from './admin/importMap.js';

async function serverFunction(request) {
  'use server';
  return handleServerFunctions({ ...request, config, importMap });
}

export default function Layout({ children }) {
  return RootLayout({ children, config, importMap, serverFunction });
}
