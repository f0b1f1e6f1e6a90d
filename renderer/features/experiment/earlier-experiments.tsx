import { useInspector } from '#renderer/state/use-inspector.ts';
import { formatDateTime } from '#renderer/ui/format-time.ts';
import { SectionTitle } from '#renderer/ui/section-title.tsx';
import { describeProgress, describeRequest } from './experiment-text.ts';
import type { ListedExperiment } from './use-experiments.ts';
import styles from './experiment.module.css';

export interface EarlierExperimentsProps {
  items: readonly ListedExperiment[];
  onShow: (id: number) => void;
}

/** Experiments of this capture, newest first; nothing where there are none. */
export function EarlierExperiments({ items, onShow }: EarlierExperimentsProps) {
  const zone = useInspector((state) => state.preferences.zone);
  if (items.length === 0) return null;
  return (
    <section className={styles.earlier}>
      <SectionTitle>Experiments of this capture</SectionTitle>
      <ul>
        {items.map((one) => (
          <li key={one.id}>
            <button type="button" className={styles.earlierLine} onClick={() => onShow(one.id)}>
              <b>{one.id}</b>
              <code>{formatDateTime(one.startedAt, zone).slice(0, 19)}</code>
              <span className={styles.earlierWhat}>{describeRequest(one.request)}</span>
              <span className={styles.note}>
                {one.endedAt === null ? 'under way, ' : ''}
                {describeProgress(one)}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
