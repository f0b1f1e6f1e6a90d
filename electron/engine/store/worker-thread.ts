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

/**
 * Ends a worker that says something once it is loaded. A thread that is ended while it loads a native package takes the whole process
 * with it, so one that has not spoken yet is waited for.
 */
export function createWorkerEnd(worker: Worker): () => Promise<void> {
  const loaded = new Promise<void>((resolve) => {
    worker.once('message', () => resolve());
    worker.once('error', () => resolve());
    worker.once('exit', () => resolve());
  });
  return async () => {
    await loaded;
    await worker.terminate();
  };
}
