import * as z from 'zod';
import { defaultLimits } from '../../../sandbox/index.ts';
import type { LimitName } from '../../../sandbox/index.ts';
import { refuse } from '../../core/schema-check.ts';
import { count, duration, policyCode as code, size } from './values.ts';

/** Minimum values of limits; 1 for all others. */
const least: Readonly<Partial<Record<LimitName, number>>> = {
  // An isolate cannot start with less.
  memoryMb: 8,
  // An idle worker uses about 50 MiB, and the kernel allows it to map 160 MiB more.
  processMemoryMb: 64,
};

function limit(name: LimitName, description: string) {
  const minimum = least[name] ?? 1;
  return z
    .number()
    .check((context) => {
      if (Number.isSafeInteger(context.value) && context.value >= minimum) return;
      refuse(context, { code, message: `A limit must be an integer of at least ${minimum}.` });
    })
    .exactOptional()
    .meta({ description, type: 'integer', minimum, default: defaultLimits[name] });
}

const runLimitsSchema = z
  .strictObject({
    wallMs: limit('wallMs', 'Time of the generator, in milliseconds.'),
    cpuMs: limit('cpuMs', "Processor time of the generator's thread, in milliseconds."),
    memoryMb: limit('memoryMb', 'Heap of the isolate, in MiB.'),
    processMemoryMb: limit('processMemoryMb', 'Resident memory of the whole worker, in MiB.'),
    inputBytes: limit('inputBytes', 'Modules and templates with tags, in bytes.'),
    outputBytes: limit('outputBytes', 'All operations as JSON, rendered files included, in bytes.'),
    operations: limit('operations', 'Number of operations.'),
    values: limit('values', 'Total number of strings, numbers, lists and objects in all operations.'),
    listEntries: limit('listEntries', 'Entries of one list or object in an SDK call.'),
    files: limit('files', 'Files of all copyTemplates together.'),
    fileBytes: limit('fileBytes', 'One of the files of copyTemplates, rendered or copied, in bytes.'),
    pathLength: limit('pathLength', 'A path in an operation, in characters.'),
    pathDepth: limit('pathDepth', 'Segments of a path in an operation.'),
    templateDepth: limit('templateDepth', 'Nesting depth of template blocks.'),
    templateItems: limit('templateItems', 'Total number of items in the each blocks of one template.'),
    templateOutputBytes: limit('templateOutputBytes', 'Output of one template, in bytes.'),
    logLines: limit('logLines', 'Captured console lines.'),
    logBytes: limit('logBytes', 'Captured console text, in bytes.'),
  } satisfies Record<LimitName, unknown>)
  .meta({ title: 'Limits of a run' });

/** Limits of archives and of the network. */
const archiveAndNetwork = {
  packed: size.exactOptional().meta({ description: 'A compressed archive.' }),
  unpacked: size.exactOptional().meta({ description: 'All files of an archive.' }),
  fileBytes: size.exactOptional().meta({ description: 'One file of an archive.' }),
  entries: count.exactOptional().meta({ description: 'Files and folders of an archive.' }),
  depth: count.exactOptional().meta({ description: 'Segments of a path in an archive.' }),
  pathBytes: count.exactOptional().meta({ description: 'A path in an archive, in bytes.' }),
  packument: size.exactOptional().meta({ description: 'Registry metadata of one name.' }),
  timeout: duration.exactOptional().meta({ description: 'Timeout of a response.' }),
};

/** Limits below the defaults. */
export const limitsSchema = z
  .strictObject({
    ...archiveAndNetwork,
    run: runLimitsSchema.exactOptional().meta({ description: 'Limits of one plugin run.' }),
  })
  .meta({ description: 'Limits below the defaults; higher values have no effect.' });
