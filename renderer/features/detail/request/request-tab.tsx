import { ArrowRight } from 'lucide-react';
import type { ContentEncoding, DeliveryDetail, RequestRecord } from '#shared/protocol/delivery.ts';
import { AnswerPill } from '#renderer/ui/answer-pill.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { formatCount, formatDuration } from '#renderer/ui/format-amount.ts';
import { formatDateTime } from '#renderer/ui/format-time.ts';
import { Pill, type Tone } from '#renderer/ui/pill.tsx';
import { SectionTitle } from '#renderer/ui/section-title.tsx';
import { describeDecider } from '../answer-text.ts';
import { CopyButton } from '../copy-button.tsx';
import { durationBetween } from '../time-text.ts';
import { Fact, Facts } from './facts.tsx';
import { HeaderTable } from './header-table.tsx';
import { SenderFacts } from './sender-facts.tsx';
import styles from './request.module.css';

export interface RequestTabProps {
  detail: DeliveryDetail;
  onShowBody: () => void;
}

/** The HTTP call as it came, who sent it, and what it was answered. */
export function RequestTab({ detail, onShowBody }: RequestTabProps) {
  const { request } = detail;
  const { answer } = request;
  return (
    <div className={styles.tab}>
      <p className={styles.line}>
        <b>{request.method}</b> {request.target} <span className={styles.dim}>HTTP/{request.httpVersion}</span>
      </p>
      {/* By delivery, so that what was revealed is hidden again when another of the same batch is selected. */}
      <HeaderTable key={detail.id} request={request} />
      <SectionTitle>Answer</SectionTitle>
      <Facts>
        <Fact name="Answered">
          <AnswerPill answer={answer} /> <span>decided by {describeDecider(answer.decidedBy)}</span>
          {answer.detail === null ? null : <span className={styles.dim}>{answer.detail}</span>}
        </Fact>
      </Facts>
      <SectionTitle>Sender</SectionTitle>
      <SenderFacts request={request} />
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
        {request.contentEncoding === null ? null : (
          <Fact name="Encoding">
            <Encoding encoding={request.contentEncoding} />
          </Fact>
        )}
        <Fact name="SHA-256">
          <code className={styles.hash}>{request.bodySha256}</code>
          <CopyButton what="SHA-256" text={request.bodySha256} />
        </Fact>
      </Facts>
    </div>
  );
}

const encodingLooks: Record<ContentEncoding['state'], { tone: Tone; word: string }> = {
  decoded: { tone: 'ok', word: 'decoded for reading' },
  expands: { tone: 'danger', word: 'grows beyond the limit' },
  broken: { tone: 'warn', word: 'cannot be undone' },
  unknown: { tone: 'warn', word: 'not known here' },
};

/** What was made of Content-Encoding, for the view only: the stored bytes are as received. */
function Encoding({ encoding }: { encoding: ContentEncoding }) {
  const { tone, word } = encodingLooks[encoding.state];
  return (
    <>
      <code>{encoding.codings.join(', ')}</code>
      <Pill tone={tone}>{word}</Pill>
      {encoding.state === 'decoded' && encoding.decodedBytes !== null ? (
        <span>{formatCount(encoding.decodedBytes)} bytes decoded</span>
      ) : null}
      {encoding.message === null ? null : <span className={styles.dim}>{encoding.message}</span>}
    </>
  );
}

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
      <Fact name="Peer">
        <code>
          {request.remoteAddress}:{request.remotePort}
        </code>
        {request.remoteAddress === request.sourceAddress ? null : (
          <span className={styles.dim}>passed on from the source</span>
        )}
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
