import path from 'node:path';
import { Worker, type Transferable } from 'node:worker_threads';

/**
 * Starts a worker that lies beside the calling module, as TypeScript in a checkout and as a bundle in the packaged app.
 * @param importMetaUrl the caller's `import.meta.url`
 */
export function startWorkerThread(
  importMetaUrl: string,
  name: string,
  workerData: unknown,
  transferList: Transferable[] = [],
): Worker {
  const url = new URL(`./${name}${path.extname(new URL(importMetaUrl).pathname)}`, importMetaUrl);
  return new Worker(url, { workerData, transferList, name });
}
