import { Copy } from 'lucide-react';
import type { Sender, TokenRequest } from '#shared/protocol/sender.ts';
import { useActions, useInspector } from '#renderer/state/use-inspector.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { formatClock, formatDateTime } from '#renderer/ui/format-time.ts';
import { Pill } from '#renderer/ui/pill.tsx';
import { SectionTitle } from '#renderer/ui/section-title.tsx';
import styles from './sender.module.css';

export interface TokenEndpointProps {
  sender: Sender;
  /** What the receiver is reached by; null until it is known. */
  publicUrl: string | null;
}

/** Where tokens are fetched while they are issued here, and who asked for some. */
export function TokenEndpoint({ sender, publicUrl }: TokenEndpointProps) {
  const { auth, tokenRequests } = sender;
  const { toast, report } = useActions();
  if (auth.tokenPath === null || publicUrl === null) return null;
  const url = new URL(auth.tokenPath, publicUrl).href;
  const copy = (): void => {
    navigator.clipboard.writeText(url).then(() => toast('Copied the token endpoint', { tone: 'ok' }), report);
  };
  return (
    <section className={styles.tokens}>
      <SectionTitle
        aside={
          tokenRequests.length === 0 ? 'none yet in this run' : `${formatCount(tokenRequests.length)}, newest first`
        }
      >
        Token requests
      </SectionTitle>
      <p className={styles.endpoint}>
        <b>POST</b> <code>{url}</code>
        <IconButton label="Copy the token endpoint" onClick={copy}>
          <Copy aria-hidden />
        </IconButton>
        <span className={styles.text}>with grant_type=client_credentials</span>
      </p>
      {tokenRequests.length === 0 ? null : <TokenTable requests={tokenRequests} />}
    </section>
  );
}

const clientWords: Record<TokenRequest['clientAuthentication'], string> = {
  basic: 'Basic header',
  form: 'in the form',
  none: 'none',
};

function TokenTable({ requests }: { requests: readonly TokenRequest[] }) {
  const zone = useInspector((state) => state.preferences.zone);
  return (
    <div className={styles.scroller}>
      <table className={styles.table} aria-label="Token requests">
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Client</th>
            <th scope="col">Its credentials</th>
            <th scope="col">Outcome</th>
            <th scope="col">Expires</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request, index) => (
            <tr key={`${requests.length - index} ${request.at}`}>
              <td title={formatDateTime(request.at, 'utc')}>{formatClock(request.at, zone)}</td>
              <td>{request.clientId ?? '—'}</td>
              <td>{clientWords[request.clientAuthentication]}</td>
              <td>
                <Pill tone={request.outcome === 'issued' ? 'ok' : 'auth'}>{request.outcome}</Pill> {request.message}
              </td>
              <td>{request.expiresAt === null ? '—' : formatClock(request.expiresAt, zone)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
