import type { ReactNode } from 'react';
import { useActions, useInspector } from '#renderer/state/use-inspector.ts';
import { formatDuration } from '#renderer/ui/format-amount.ts';
import { formatDateTime } from '#renderer/ui/format-time.ts';
import { Pill } from '#renderer/ui/pill.tsx';
import { SectionTitle } from '#renderer/ui/section-title.tsx';
import { useNow } from '#renderer/ui/use-now.ts';
import { countAttempts, describeRequest } from '../experiment-text.ts';
import type { ListedExperiment } from '../use-experiments.ts';
import { AttemptTable } from './attempt-table.tsx';
import { GapChart } from './gap-chart.tsx';
import { GapTable } from './gap-table.tsx';
import styles from './report.module.css';

const looks = {
  waiting: { tone: 'info', label: 'waiting' },
  observing: { tone: 'warn', label: 'watching' },
  done: { tone: 'ok', label: 'done' },
  stopped: { tone: 'neutral', label: 'stopped' },
} as const;

export interface ExperimentViewProps {
  experiment: ListedExperiment;
  /** An attempt was selected in the list behind. */
  onLeave: () => void;
}

/** One experiment: how it stands, and what was observed so far. */
export function ExperimentView({ experiment, onLeave }: ExperimentViewProps) {
  const { state, message, request, report, startedAt, endsAt } = experiment;
  const zone = useInspector((inspector) => inspector.preferences.zone);
  const { selectDelivery } = useActions();
  const select = (deliveryId: number): void => {
    selectDelivery(deliveryId);
    onLeave();
  };
  const { tone, label } = looks[state];
  return (
    <div className={styles.view}>
      <p className={styles.head}>
        <Pill tone={tone}>{label}</Pill>
        <output>{message}</output>
        {endsAt === null ? null : <Countdown endsAt={endsAt} />}
      </p>
      <p className={styles.note}>
        {describeRequest(request)} · started {formatDateTime(startedAt, zone)}
      </p>
      {countAttempts(report) === 0 ? null : (
        <>
          <Section title="Attempts">
            <GapChart report={report} />
            <AttemptTable report={report} onSelect={select} />
          </Section>
          {report.gaps.length === 0 ? null : (
            <Section title="Gaps between attempts">
              <GapTable gaps={report.gaps} />
            </Section>
          )}
        </>
      )}
      <Section title={experiment.endedAt === null ? 'Findings so far' : 'Findings'}>
        <Sentences lines={report.findings} />
      </Section>
      <Section title="What this does not show">
        <Sentences lines={report.caveats} />
      </Section>
    </div>
  );
}

function Countdown({ endsAt }: { endsAt: string }) {
  const now = useNow(500);
  const left = Math.max(0, Date.parse(endsAt) - now);
  return <span className={styles.note}>Ends in {formatDuration(left)} unless more comes</span>;
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <SectionTitle>{title}</SectionTitle>
      {children}
    </section>
  );
}

function Sentences({ lines }: { lines: readonly string[] }) {
  return (
    <ul className={styles.sentences}>
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  );
}
