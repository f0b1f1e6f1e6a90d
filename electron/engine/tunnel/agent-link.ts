import type { ChildProcess } from 'node:child_process';
import type { AgentOrder, AgentReply, AgentReport } from './ngrok-agent-messages.ts';
import { NgrokUnusableError } from './ngrok-failure.ts';
import { settleWithin } from './settle-within.ts';

/** The engine's end of the conversation with a process that holds the SDK. */
export interface AgentLink {
  /** The reply to an order; rejects when it is a refusal, or when the session ends before. One order at a time. */
  ask(order: AgentOrder): Promise<AgentReply>;
  /** Ends the session from this side; the process runs until `close`. */
  end(reason: Error): void;
  /** Why the session ended. Never rejects. */
  ended: Promise<Error>;
  /** Resolves once the process has exited. */
  gone: Promise<void>;
  /** Lets the process give its URL back for at most `closeLimitMs`, unless the session is lost anyway, then kills it. */
  close(): Promise<void>;
}

/** Takes over a process that was just started, and everything it says. */
export function linkAgent(child: ChildProcess, closeLimitMs: number): AgentLink {
  const { promise: ended, resolve: end } = Promise.withResolvers<Error>();
  const { promise: gone, resolve: exit } = Promise.withResolvers<void>();
  let answer: ((reply: AgentReply) => void) | null = null;
  let lost = false;

  const send = (order: AgentOrder): void => {
    if (child.connected) child.send(order, () => undefined); // a failure shows as the exit of the process
  };
  child.on('message', (report: AgentReport) => {
    if (report.type !== 'ended') return answer?.(report);
    lost = true;
    end(new Error(report.message));
  });
  child.on('exit', (code, killedBy) => {
    lost = true;
    end(new Error(`the ngrok agent ended with ${killedBy ?? `code ${code}`}`));
    exit();
  });
  child.on('error', (error) => {
    lost = true;
    end(error);
    if (child.pid === undefined) exit(); // it never started, so it will not exit
  });

  return {
    ended,
    gone,
    end,
    async ask(order) {
      const replied = new Promise<AgentReply>((resolve) => {
        answer = resolve;
      });
      send(order);
      const reply = await Promise.race([replied, ended]);
      if (reply instanceof Error) throw reply;
      if (reply.type === 'unusable') throw new NgrokUnusableError(reply.message);
      if (reply.type === 'refused') throw new Error(reply.message);
      return reply;
    },
    async close() {
      if (!lost) {
        send({ type: 'close' });
        await settleWithin(gone, closeLimitMs).catch(() => undefined); // it is killed next
      }
      child.kill('SIGKILL');
      await gone;
    },
  };
}
