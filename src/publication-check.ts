/** Program of the thread in which a team registry validates a publication. The thread can be stopped. */
import { parentPort, workerData } from 'node:worker_threads';

// A dynamic import, because the build places separate packages next to imported chunks only.
const { answerTo } = await import('../registry-server/publication-checks.ts');
parentPort?.postMessage(answerTo(workerData));
