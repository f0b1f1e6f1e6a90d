import { Circle, Hourglass, ShieldCheck, ShieldOff, ShieldQuestionMark, ShieldX, type LucideIcon } from 'lucide-react';
import type { AuthVerdict } from '#shared/protocol/delivery.ts';
import { Pill, type Tone } from '../pill.tsx';
import { verdictWords } from './auth-words.ts';

const looks: Record<AuthVerdict, { tone: Tone; icon: LucideIcon }> = {
  none: { tone: 'neutral', icon: Circle },
  ok: { tone: 'ok', icon: ShieldCheck },
  missing: { tone: 'auth', icon: ShieldOff },
  wrong: { tone: 'auth', icon: ShieldX },
  expired: { tone: 'auth', icon: Hourglass },
  unchecked: { tone: 'warn', icon: ShieldQuestionMark },
};

export interface AuthVerdictPillProps {
  verdict: AuthVerdict;
  /** Requests with this verdict, after the word. */
  count?: string;
}

/** What became of a request's credentials, as a pill. */
export function AuthVerdictPill({ verdict, count }: AuthVerdictPillProps) {
  const { tone, icon: Icon } = looks[verdict];
  return (
    <Pill tone={tone} icon={<Icon aria-hidden />}>
      {verdictWords[verdict]}
      {count === undefined ? null : ` ${count}`}
    </Pill>
  );
}
