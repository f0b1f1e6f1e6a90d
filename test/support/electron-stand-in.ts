// Stands in for the parts of Electron that the main process touches: it records what it was told and lets a test make things happen.
import { EventEmitter } from 'node:events';
import type { EngineOrder, EngineReport } from '#shared/host/engine-boot.ts';

type Handler = (...args: never[]) => unknown;

/** A session that remembers how it was restricted. */
export function createSessionStandIn() {
  const handlers = new Map<string, Handler>();
  const setter = (name: string) => (handler: Handler) => void handlers.set(name, handler);
  return {
    session: {
      setPermissionRequestHandler: setter('permission request'),
      setPermissionCheckHandler: setter('permission check'),
      setDevicePermissionHandler: setter('device permission'),
      setSpellCheckerEnabled: () => undefined,
      webRequest: { onBeforeRequest: setter('before request') },
    },
    /** Asks what was decided, with the arguments Electron gives. */
    ask: (name: string, ...args: unknown[]): unknown => {
      const handler = handlers.get(name) as ((...args: unknown[]) => unknown) | undefined;
      if (handler === undefined) throw new Error(`Nobody decides about the ${name}.`);
      return handler(...args);
    },
  };
}

/** Web contents whose navigation a test can try. */
export class WebContentsStandIn extends EventEmitter {
  readonly id: number = 7;
  readonly sent: unknown[][] = [];
  windowOpenHandler: (() => unknown) | null = null;

  setWindowOpenHandler(handler: () => unknown): void {
    this.windowOpenHandler = handler;
  }

  send(...message: unknown[]): void {
    this.sent.push(message);
  }

  /** Whether a navigation event would go through. */
  allows(event: string, url: string): boolean {
    let prevented = false;
    this.emit(event, { url, preventDefault: () => (prevented = true) });
    return !prevented;
  }
}

/** What `utilityProcess.fork` gives. */
export class UtilityProcessStandIn extends EventEmitter {
  readonly orders: EngineOrder[] = [];
  wasKilled = false;

  postMessage(order: EngineOrder): void {
    this.orders.push(order);
    this.emit('order', order);
  }

  kill(): boolean {
    this.wasKilled = true;
    this.end(15);
    return true;
  }

  say(report: EngineReport): void {
    this.emit('message', report);
  }

  end(code: number): void {
    this.emit('exit', code);
  }
}

/** Answers of IPC channels, called the way Electron calls them. */
export function createIpcMainStandIn() {
  const answers = new Map<string, Handler>();
  return {
    ipcMain: { handle: (channel: string, answer: Handler) => void answers.set(channel, answer) },
    channels: () => [...answers.keys()],
    invoke: async (channel: string, event: unknown, ...args: unknown[]): Promise<unknown> => {
      const answer = answers.get(channel) as ((event: unknown, ...args: unknown[]) => unknown) | undefined;
      if (answer === undefined) throw new Error(`No handler for ${channel}.`);
      return answer(event, ...args);
    },
  };
}
