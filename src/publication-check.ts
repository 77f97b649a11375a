/** Program of the process in which a team registry validates a publication. The registry can kill this process. */
process.once('message', (question) => void answer(question));

async function answer(question: unknown): Promise<void> {
  // A dynamic import, because the build places separate packages next to imported chunks only.
  const { answerTo } = await import('../registry-server/publication-checks.ts');
  process.send?.(answerTo(question), () => process.disconnect());
}
