import type { UtilityProcess } from 'electron';
import { engineReportSchema, type EngineOrder, type EngineReport } from '#shared/host/engine-boot.ts';

/** One process that holds one engine. */
export interface EngineChild {
  send(order: EngineOrder): void;
  /** Its answer to `boot`; null where it ended without one. Never rejects. */
  report: Promise<EngineReport | null>;
  /** Its exit code. Never rejects. */
  exited: Promise<number>;
  kill(): void;
}

/** Takes over a process that was just forked. */
export function linkEngine(child: Pick<UtilityProcess, 'on' | 'postMessage' | 'kill'>): EngineChild {
  const { promise: exited, resolve: exit } = Promise.withResolvers<number>();
  const { promise: report, resolve: answer } = Promise.withResolvers<EngineReport | null>();
  child.on('message', (message: unknown) => {
    const parsed = engineReportSchema.safeParse(message);
    if (parsed.success) answer(parsed.data);
    else child.kill();
  });
  child.on('exit', (code) => {
    answer(null);
    exit(code);
  });
  return {
    send: (order) => child.postMessage(order),
    report,
    exited,
    kill: () => void child.kill(),
  };
}
