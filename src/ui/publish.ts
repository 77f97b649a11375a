import { printable } from '../errors/printable.ts';
import type { PublishResult } from '../flows/author/publish.ts';
import { sizeWords } from './cache.ts';
import { rows, type Row } from './rows.ts';
import type { Screen } from './terminal.ts';
import { wrap } from './text.ts';

/** Shows the published version, or the plan after a dry run. */
export function publishView(result: PublishResult, screen: Screen): string {
  const { plugin, status, registry, stageId = '' } = result;
  const { style, width } = screen;
  if (status === 'planned') return publicationView(result, screen);
  const name = style.bold(printable(`${plugin.name} ${plugin.version}`));
  if (status === 'staged') {
    const waits = `${style.green('✔')} ${name} is staged at ${printable(registry)}. Approve it with:`;
    const command = `npm stage approve ${stageId} --registry ${registry}`;
    return `${wrap(waits, { width, hanging: 2 })}\n  ${printable(command)}`;
  }
  return wrap(`${style.green('✔')} Published ${name} at ${printable(registry)}`, { width, hanging: 2 });
}

/** `8 laws, 12 projects, Genlock 0.1.0` */
export function reportWords({ laws, cases, genlock }: NonNullable<PublishResult['report']>): string {
  return printable(`${laws} laws, ${cases} projects, Genlock ${genlock}`);
}

/** Shows the files to publish and the registry. */
export function publicationView(result: PublishResult, screen: Screen): string {
  const { plugin, registry, tag, access, provenance, stage, tests, report, files, archive, warnings } = result;
  const { style, width } = screen;
  const told = warnings.map((text) => wrap(`${style.yellow('!')} ${printable(text)}`, { width, hanging: 2 }));
  const facts: readonly Row[] = [
    ['Registry', printable(registry)],
    ['Tag', printable(tag)],
    ...(access === undefined ? [] : [['Access', access] as const]),
    ['Provenance', provenance ? 'signed by this CI' : 'none'],
    ...(stage ? [['Staged', 'published after approval'] as const] : []),
    ...(tests === undefined ? [] : [['Tests', `${tests} is run first, outside the sandbox`] as const]),
    ...(report === undefined ? [] : [['Report', reportWords(report)] as const]),
    ['Archive', `${sizeWords(archive.bytes)}, ${files.length} files, ${sizeWords(archive.unpacked)} unpacked`],
    ['Integrity', archive.integrity],
  ];
  const list = files.map(({ path, bytes }): Row => [printable(path), sizeWords(bytes)]);
  return [
    ...(told.length === 0 ? [] : [...told, '']),
    style.bold(wrap(printable(`Files to publish as ${plugin.name} ${plugin.version}`), { width })),
    rows(facts, screen),
    '',
    rows(list, screen),
  ].join('\n');
}
