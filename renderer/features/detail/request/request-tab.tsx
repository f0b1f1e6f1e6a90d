import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DeliveryDetail, RequestRecord } from '#shared/protocol/delivery.ts';
import { AnswerPill } from '#renderer/ui/answer-pill.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { formatCount, formatDuration } from '#renderer/ui/format-amount.ts';
import { formatDateTime } from '#renderer/ui/format-time.ts';
import { Pill, type Tone } from '#renderer/ui/pill.tsx';
import { SectionTitle } from '#renderer/ui/section-title.tsx';
import { describeDecider } from '../answer-text.ts';
import { CopyButton } from '../copy-button.tsx';
import { durationBetween } from '../time-text.ts';
import { HeaderTable } from './header-table.tsx';
import styles from './request.module.css';

export interface RequestTabProps {
  detail: DeliveryDetail;
  onShowBody: () => void;
}

/** The HTTP call as it came, and what it was answered. */
export function RequestTab({ detail, onShowBody }: RequestTabProps) {
  const { request } = detail;
  return (
    <div className={styles.tab}>
      <p className={styles.line}>
        <b>{request.method}</b> {request.target} <span className={styles.dim}>HTTP/{request.httpVersion}</span>
      </p>
      <SectionTitle aside={`${request.rawHeaders.length} lines, in the order received`}>Headers</SectionTitle>
      <HeaderTable key={request.id} headers={request.rawHeaders} />
      <SectionTitle>Answer</SectionTitle>
      <Facts>
        <Fact name="Answered">
          <AnswerPill answer={request.answer} /> <span>decided by {describeDecider(request.answer.decidedBy)}</span>
        </Fact>
        <Fact name="Authentication">
          <Pill tone={verdictTones[request.auth.verdict]}>{verdictWords[request.auth.verdict]}</Pill>
          {request.auth.scheme === null ? null : <span>{request.auth.scheme}</span>}
          {request.auth.reason === null ? null : <span className={styles.dim}>{request.auth.reason}</span>}
        </Fact>
      </Facts>
      <SectionTitle>Times</SectionTitle>
      <Times request={request} />
      <SectionTitle>Connection</SectionTitle>
      <Connection request={request} />
      <SectionTitle>Body</SectionTitle>
      <Facts>
        <Fact name="Size">
          <span>{formatCount(request.sizeBytes)} bytes</span>
          {request.truncated ? <Pill tone="warn">stored body is cut</Pill> : null}
          {request.completeness === 'complete' ? null : <Pill tone="warn">{request.completeness}</Pill>}
          <Button variant="quiet" className={styles.inline} icon={<ArrowRight aria-hidden />} onClick={onShowBody}>
            Show
          </Button>
        </Fact>
        <Fact name="SHA-256">
          <code className={styles.hash}>{request.bodySha256}</code>
          <CopyButton what="SHA-256" text={request.bodySha256} />
        </Fact>
      </Facts>
    </div>
  );
}

const verdictTones: Record<RequestRecord['auth']['verdict'], Tone> = {
  none: 'neutral',
  ok: 'ok',
  missing: 'auth',
  wrong: 'auth',
};
const verdictWords: Record<RequestRecord['auth']['verdict'], string> = {
  none: 'not required',
  ok: 'accepted',
  missing: 'missing',
  wrong: 'wrong',
};

function Times({ request }: { request: RequestRecord }) {
  return (
    <Facts>
      <Fact name="Received">
        <Time iso={request.receivedAt} />
      </Fact>
      <Fact name="Answered">
        <Time iso={request.answeredAt} absent="no answer was written" />
        <Since from={request.receivedAt} to={request.answeredAt} />
      </Fact>
      <Fact name="Sender closed">
        <Time iso={request.peerClosedAt} absent="not observed" />
        <Since from={request.receivedAt} to={request.peerClosedAt} />
      </Fact>
    </Facts>
  );
}

function Connection({ request }: { request: RequestRecord }) {
  const { tls } = request;
  return (
    <Facts>
      <Fact name="Source">
        <code>{request.sourceAddress}</code>
        <Pill tone={request.environment === 'other' ? 'neutral' : 'info'}>
          {request.environment === 'other' ? 'not a known address' : request.environment}
        </Pill>
      </Fact>
      <Fact name="Peer">
        <code>
          {request.remoteAddress}:{request.remotePort}
        </code>
      </Fact>
      <Fact name="TLS">
        {tls === null ? (
          <span className={styles.dim}>not ended by this receiver</span>
        ) : (
          <span>
            {tls.protocol}, {tls.cipher}
            {tls.serverName === null ? '' : `, for ${tls.serverName}`}
          </span>
        )}
      </Fact>
      {request.origin === 'platform' ? null : (
        <Fact name="Origin">
          <span>own traffic: {request.origin}</span>
        </Fact>
      )}
    </Facts>
  );
}

function Time({ iso, absent = '' }: { iso: string | null; absent?: string }) {
  if (iso === null) return <span className={styles.dim}>{absent}</span>;
  return <code title={formatDateTime(iso, 'utc')}>{formatDateTime(iso, 'local')}</code>;
}

function Since({ from, to }: { from: string; to: string | null }) {
  const tookMs = durationBetween(from, to);
  return tookMs === null ? null : <span className={styles.dim}>after {formatDuration(tookMs)}</span>;
}

function Facts({ children }: { children: ReactNode }) {
  return <dl className={styles.facts}>{children}</dl>;
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </>
  );
}
