import { Circle, CircleDashed, CircleDot, TriangleAlert, Unplug, type LucideIcon } from 'lucide-react';
import type { Status } from '#shared/protocol/status.ts';
import { useInspector } from '#renderer/state/use-inspector.ts';
import { Pill, type Tone } from '#renderer/ui/pill.tsx';

interface StateLook {
  tone: Tone;
  icon: LucideIcon;
  word: string;
}

const looks: Record<Status['receiver']['state'], StateLook> = {
  stopped: { tone: 'neutral', icon: Circle, word: 'Stopped' },
  starting: { tone: 'info', icon: CircleDashed, word: 'Starting…' },
  receiving: { tone: 'ok', icon: CircleDot, word: 'Receiving' },
  error: { tone: 'danger', icon: TriangleAlert, word: 'Error' },
};

/** The last word of an engine that is away is not repeated as if it still held. */
const lostContact: StateLook = { tone: 'danger', icon: Unplug, word: 'No contact' };

function toLook(
  state: Status['receiver']['state'] | undefined,
  tunnel: Status['tunnel']['state'] | undefined,
): StateLook {
  if (state === undefined) return { tone: 'neutral', icon: CircleDashed, word: 'Connecting…' };
  const unreachable = state === 'receiving' && (tunnel === 'down' || tunnel === 'failed');
  return unreachable ? { tone: 'warn', icon: TriangleAlert, word: 'Receiving, tunnel down' } : looks[state];
}

/** State of the receiver, always an icon and a word; green only after a self-test came back. */
export function ReceiverState() {
  const state = useInspector((s) => s.status?.receiver.state);
  const message = useInspector((s) => s.status?.receiver.message);
  const tunnel = useInspector((s) => s.status?.tunnel.state);
  const away = useInspector((s) => s.connection === 'away');
  const { tone, icon: Icon, word } = away ? lostContact : toLook(state, tunnel);
  return (
    <output>
      <Pill tone={tone} size="bar" icon={<Icon aria-hidden />} title={message ?? undefined}>
        {word}
      </Pill>
    </output>
  );
}
