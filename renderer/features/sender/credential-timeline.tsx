// The credentials that came, as a table whose rows share one axis of time: how tokens rotate is seen at a glance and read as text.
import { authVerdicts } from '#shared/protocol/delivery.ts';
import type { Credential, Credentials } from '#shared/protocol/sender.ts';
import { useInspector } from '#renderer/state/use-inspector.ts';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { formatDateTime, type Zone } from '#renderer/ui/format-time.ts';
import { AuthVerdictPill } from '#renderer/ui/sender/auth-verdict-pill.tsx';
import { toCredentialSpan, toTimeAxis, type TimeAxis } from './credential-spans.ts';
import styles from './sender.module.css';

export interface CredentialTimelineProps {
  /** Null until they were read. */
  credentials: Credentials | null;
  onShow: (ordinal: number) => void;
}

export function CredentialTimeline({ credentials, onShow }: CredentialTimelineProps) {
  const zone = useInspector((state) => state.preferences.zone);
  if (credentials === null) return <p className={styles.text}>Reading…</p>;
  const axis = toTimeAxis(credentials.items);
  if (axis === null) {
    return (
      <p className={styles.text}>
        No sender has shown a credential yet. Own test events and replays are not counted; values are never shown.
      </p>
    );
  }
  const hidden = credentials.total - credentials.items.length;
  return (
    <>
      <table className={styles.table} aria-label="Credentials seen">
        <thead>
          <tr>
            <th scope="col">Credential</th>
            <th scope="col" className={styles.axis}>
              <b className={styles.spoken}>Seen</b>
              <span>
                <span>{formatDateTime(new Date(axis.fromMs).toISOString(), zone).slice(0, 19)}</span>
                <span>{formatDateTime(new Date(axis.toMs).toISOString(), zone).slice(0, 19)}</span>
              </span>
            </th>
            <th scope="col" className={styles.figure}>
              Requests
            </th>
            <th scope="col">Verdicts</th>
            <th scope="col">Expires</th>
          </tr>
        </thead>
        <tbody>
          {credentials.items.map((credential) => (
            <CredentialRow
              key={credential.credential}
              credential={credential}
              axis={axis}
              zone={zone}
              onShow={() => onShow(credential.credential)}
            />
          ))}
        </tbody>
      </table>
      <p className={styles.text}>
        {hidden > 0 ? `The newest of ${formatCount(credentials.total)}. ` : ''}Numbered in order of first use. Claims of
        tokens are read without checking them here.
      </p>
    </>
  );
}

interface CredentialRowProps {
  credential: Credential;
  axis: TimeAxis;
  zone: Zone;
  onShow: () => void;
}

function CredentialRow({ credential, axis, zone, onShow }: CredentialRowProps) {
  const { firstSeenAt, lastSeenAt, expiresAt, verdicts } = credential;
  const { seen, expires } = toCredentialSpan(credential, axis);
  const spanText = `${formatDateTime(firstSeenAt, zone)} to ${formatDateTime(lastSeenAt, zone)}`;
  return (
    <tr>
      <th scope="row">
        <button
          type="button"
          className={styles.link}
          title={`Show its deliveries: credential:${credential.credential}`}
          onClick={onShow}
        >
          #{formatCount(credential.credential)}
        </button>{' '}
        {credential.scheme}
        {credential.subject === null ? null : <span className={styles.subject}>{credential.subject}</span>}
      </th>
      <td className={styles.axis}>
        <div title={spanText} className={styles.track}>
          <span className={styles.spoken}>Seen from {spanText}</span>
          <i
            className={styles.seen}
            style={{ left: `min(${seen.start * 100}%, 100% - 3px)`, width: `${seen.length * 100}%` }}
          />
          {expires === null ? null : <i className={styles.expiry} style={{ left: `${expires * 100}%` }} />}
        </div>
      </td>
      <td className={styles.figure}>{formatCount(credential.requests)}</td>
      <td>
        <span className={styles.verdicts}>
          {authVerdicts.map((verdict) => {
            const count = verdicts[verdict] ?? 0;
            return count === 0 ? null : <AuthVerdictPill key={verdict} verdict={verdict} count={formatCount(count)} />;
          })}
        </span>
      </td>
      <td title={expiresAt === null ? undefined : formatDateTime(expiresAt, 'utc')}>
        {expiresAt === null ? '—' : formatDateTime(expiresAt, zone).slice(0, 19)}
      </td>
    </tr>
  );
}
