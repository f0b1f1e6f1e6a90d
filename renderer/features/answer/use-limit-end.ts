import { useInspector } from '#renderer/state/use-inspector.ts';
import { useNow } from '#renderer/ui/use-now.ts';
import { describeEnd } from './answer-plan.ts';

/** How long it is said that a limit ran out. */
const shownMs = 6000;

/** That a limit ran out a moment ago, and what is in force again; null otherwise. */
export function useLimitEnd(): string | null {
  const end = useInspector((s) => s.limitEnded);
  const answer = useInspector((s) => s.status?.answer);
  const now = useNow(1000);
  if (end === null || answer === undefined || now - end.atMs > shownMs) return null;
  return describeEnd(end.ended, answer);
}
