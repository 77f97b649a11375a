import type { Emitter } from '../render.ts';
import { entitySchemas } from './entity-schema.ts';
import { prismaSchema } from './prisma-schema.ts';

export const serverEmitters: readonly Emitter[] = [prismaSchema, entitySchemas];
