// When the attempts of each event came, on one scale from its first attempt: a lane for each event, a numbered mark for each attempt, and a
// bar where the sender was kept waiting. The tables beside it have the same figures.
import type { ExperimentReport } from '#shared/protocol/experiment.ts';
import { formatDuration } from '#renderer/ui/format-amount.ts';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import { toChart, type ChartMark } from './chart-geometry.ts';
import styles from './report.module.css';

export function GapChart({ report }: { report: ExperimentReport }) {
  const chart = toChart(report.events);
  if (chart === null) return null;
  return (
    <figure className={styles.figure}>
      <svg className={styles.chart} viewBox={`0 0 ${chart.width} ${chart.height}`} aria-hidden>
        {chart.ticks.map(({ x, atMs }) => (
          <g key={atMs}>
            <line className={styles.tick} x1={x} x2={x} y1={0} y2={chart.height - 16} />
            <text className={styles.tickText} x={x} y={chart.height - 3} textAnchor="middle">
              {formatDuration(atMs)}
            </text>
          </g>
        ))}
        {chart.lanes.map(({ key, y, x1, x2, marks }) => (
          <g key={key}>
            <line className={styles.lane} x1={x1} x2={x2} y1={y} y2={y} />
            {marks.map((mark) => (
              <Mark key={mark.requestId} mark={mark} y={y} />
            ))}
          </g>
        ))}
      </svg>
      <figcaption className={styles.note}>
        {formatDuration(chart.spanMs)} from the first attempt on; a thick bar is time that the sender waited for an
        answer.
      </figcaption>
    </figure>
  );
}

function Mark({ mark, y }: { mark: ChartMark; y: number }) {
  const { x, heldTo, attempt, isAccepted, gap } = mark;
  return (
    <g>
      {heldTo === null ? null : <line className={styles.held} x1={x} x2={heldTo} y1={y} y2={y} />}
      <circle className={joinClasses(styles.mark, isAccepted && styles.accepted)} cx={x} cy={y} r={8} />
      <text className={styles.markText} x={x} y={y + 3.5} textAnchor="middle">
        {attempt}
      </text>
      {gap === null ? null : (
        <text className={styles.gapText} x={gap.x} y={y - 5} textAnchor="middle">
          {formatDuration(gap.ms)}
        </text>
      )}
    </g>
  );
}
