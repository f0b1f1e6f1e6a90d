import { durationText } from '#shared/experiment/duration-text.ts';
import type { ExperimentReport } from '#shared/protocol/experiment.ts';
import styles from './report.module.css';

/** The gap before each attempt, over all events. */
export function GapTable({ gaps }: { gaps: ExperimentReport['gaps'] }) {
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">Before attempt</th>
          <th scope="col">Seen</th>
          <th scope="col">Shortest</th>
          <th scope="col">Median</th>
          <th scope="col">Longest</th>
          <th scope="col">Jitter</th>
        </tr>
      </thead>
      <tbody>
        {gaps.map(({ attempt, count, minMs, medianMs, maxMs, jitterMs }) => (
          <tr key={attempt}>
            <th scope="row">{attempt}</th>
            <td>{count}</td>
            <td>{durationText(minMs)}</td>
            <td>{durationText(medianMs)}</td>
            <td>{durationText(maxMs)}</td>
            <td>{durationText(jitterMs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
