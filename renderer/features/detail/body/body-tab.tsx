// The body of the request, or of one envelope of a batch: pretty, raw or as bytes. What is shown is always counted against what came.
import { Download } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { Button } from '#renderer/ui/button.tsx';
import { formatBytes, formatCount } from '#renderer/ui/format-amount.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { CopyButton } from '../copy-button.tsx';
import { wholeEnvelopeText } from '../envelope-text.ts';
import { readBodyText } from './body-text.ts';
import { HexView } from './hex-view.tsx';
import { PrettyView } from './pretty-view.tsx';
import { RawView } from './raw-view.tsx';
import { saveBytes } from './save-bytes.ts';
import { useRequestBody } from './use-request-body.ts';
import styles from './body.module.css';

type Form = 'pretty' | 'raw' | 'hex';
type Scope = 'envelope' | 'request';

/** Above this, laying out takes longer than a person waits; then the head is shown and the whole can be saved. */
const longestShown = 10_000_000;
const headLength = 1_000_000;

export function BodyTab({ detail }: { detail: DeliveryDetail }) {
  const load = useRequestBody(detail.requestId);
  const [form, setForm] = useState<Form>('pretty');
  const [scope, setScope] = useState<Scope>('envelope');
  const envelopeText = wholeEnvelopeText(detail);
  const inBatch = detail.batchIndex !== null && envelopeText !== null;
  const ofEnvelope = inBatch && scope === 'envelope';

  const whole = useMemo(
    () => (ofEnvelope ? new TextEncoder().encode(envelopeText ?? '') : load.bytes),
    [ofEnvelope, envelopeText, load.bytes],
  );
  const shown = useMemo(
    () => (whole !== null && whole.length > longestShown ? whole.subarray(0, headLength) : whole),
    [whole],
  );
  const body = useMemo(() => (shown === null ? null : { bytes: shown, ...readBodyText(shown) }), [shown]);

  if (load.error !== null && !ofEnvelope) return <p className={styles.message}>{load.error}</p>;
  if (body === null || whole === null) return <p className={styles.message}>Reading the body…</p>;
  const isHead = body.bytes.length < whole.length;

  return (
    <div className={styles.tab}>
      <div className={styles.bar}>
        <Segmented
          label="Form of the body"
          size="small"
          value={form}
          options={[
            { value: 'pretty', label: 'Pretty' },
            { value: 'raw', label: 'Raw', hint: 'Exact text, control characters visible' },
            { value: 'hex', label: 'Hex' },
          ]}
          onChange={setForm}
        />
        {inBatch ? (
          <Segmented
            label="Part of the batch"
            size="small"
            value={scope}
            options={[
              { value: 'envelope', label: `Envelope ${(detail.batchIndex ?? 0) + 1}` },
              { value: 'request', label: 'Whole request' },
            ]}
            onChange={setScope}
          />
        ) : null}
        <span className={styles.count}>
          {formatCount(body.bytes.length)} of {formatCount(ofEnvelope ? whole.length : detail.request.sizeBytes)} bytes
        </span>
        <CopyButton what="body" text={body.text} />
        <Button
          variant="quiet"
          className={styles.save}
          icon={<Download aria-hidden />}
          onClick={() => saveBytes(whole, bodyFileName(detail))}
        >
          Save
        </Button>
      </div>
      <BodyNotes detail={detail} exact={body.exact} head={isHead ? body.bytes.length : null} />
      <div className={styles.view}>
        {body.bytes.length === 0 ? (
          <p className={styles.message}>The body is empty: no byte came after the headers.</p>
        ) : form === 'hex' ? (
          <HexView key={detail.id} bytes={body.bytes} />
        ) : form === 'pretty' && !isHead ? (
          <PrettyView text={body.text} />
        ) : (
          <RawView text={body.text} />
        )}
      </div>
    </div>
  );
}

interface BodyNotesProps {
  detail: DeliveryDetail;
  exact: boolean;
  /** Bytes shown where that is not all. */
  head: number | null;
}

function BodyNotes({ detail, exact, head }: BodyNotesProps) {
  const { request } = detail;
  const notes = [
    head === null ? '' : `Only the first ${formatBytes(head)} are shown. Save gives all of it.`,
    request.truncated ? 'The stored body is cut: the receiver keeps the head of bodies this large.' : '',
    request.completeness === 'incomplete' ? 'The sender went away before the end of the body.' : '',
    exact ? '' : 'Some bytes are not UTF-8; they stand as \uFFFD here. Hex shows them.',
  ].filter((note) => note !== '');
  return notes.map((note) => (
    <p key={note} className={styles.note}>
      {note}
    </p>
  ));
}

function bodyFileName(detail: DeliveryDetail): string {
  return `${detail.eventName ?? 'request'}-${detail.requestId}.${detail.unparsed ? 'bin' : 'json'}`;
}
