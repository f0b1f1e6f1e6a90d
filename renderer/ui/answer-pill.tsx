import { Ban, Check, Circle, Clock, Unplug, X, type LucideIcon } from 'lucide-react';
import type { AnswerRecord } from '#shared/protocol/delivery.ts';
import { Pill, type Tone } from './pill.tsx';

export type AnswerIcon = 'check' | 'cross' | 'clock' | 'ban' | 'unplugged' | 'dot';

/** How an answer is shown: always an icon and a word, with the tone as a third carrier. */
export interface AnswerLook {
  tone: Tone;
  icon: AnswerIcon;
  /** Short, for a pill: `200`, `T/O`, `reset`. */
  label: string;
  /** For a sentence: `answered 500`, `timed out`. */
  words: string;
}

/** An answer to be shown; `released` where a request was held and then let go. */
export type ShownAnswer = Pick<AnswerRecord, 'action' | 'status'> & Partial<Pick<AnswerRecord, 'released'>>;

/** Look of what the receiver answered. */
export function toAnswerLook(answer: ShownAnswer): AnswerLook {
  if (answer.released) return toReleasedLook(answer.released.status);
  if (answer.action === 'hang') return { tone: 'warn', icon: 'clock', label: 'T/O', words: 'timed out' };
  if (answer.action === 'reset')
    return { tone: 'danger', icon: 'unplugged', label: 'reset', words: 'connection reset' };
  const status = answer.status ?? 0;
  const label = answer.status === null ? '—' : String(status);
  const words = `answered ${label}`;
  if (status >= 200 && status < 300) return { tone: 'ok', icon: 'check', label, words };
  if (status === 401) return { tone: 'auth', icon: 'ban', label, words };
  if (status >= 500) return { tone: 'danger', icon: 'cross', label, words };
  return { tone: 'neutral', icon: 'dot', label, words };
}

/** A request that was held, and let go by hand. */
function toReleasedLook(status: number | null): AnswerLook {
  if (status === null) return { tone: 'danger', icon: 'unplugged', label: 'drop', words: 'held, then dropped' };
  const { tone, label, words } = toAnswerLook({ action: 'respond', status });
  return { tone, icon: 'clock', label, words: `held, then ${words}` };
}

/** The answer a facet key (`200`, `timeout`, `reset`) stands for. */
export function toFacetAnswer(key: string): Pick<AnswerRecord, 'action' | 'status'> {
  if (key === 'timeout' || key === 'hang') return { action: 'hang', status: null };
  if (key === 'reset') return { action: 'reset', status: null };
  const status = Number(key);
  return { action: 'respond', status: Number.isInteger(status) ? status : null };
}

const icons: Record<AnswerIcon, LucideIcon> = {
  check: Check,
  cross: X,
  clock: Clock,
  ban: Ban,
  unplugged: Unplug,
  dot: Circle,
};

/** What the receiver answered, as a pill: ✓ 200, ✕ 500, ◷ T/O, ⊘ 401. */
export function AnswerPill({ answer }: { answer: ShownAnswer }) {
  const look = toAnswerLook(answer);
  const Icon = icons[look.icon];
  return (
    <Pill tone={look.tone} icon={<Icon aria-hidden />} title={look.words}>
      {look.label}
    </Pill>
  );
}
