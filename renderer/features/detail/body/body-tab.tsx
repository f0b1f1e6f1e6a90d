// The body of the request, or of one envelope of a batch: pretty, raw, as bytes, and decoded where it came encoded. What is shown is
// always counted against what came; a large body comes as its head, and only Save reads all of it.
import { useMemo, useRef, useState } from 'react';
import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import type { CodeView } from '#renderer/ui/code-surface/code-mirror.ts';
import { wholeEnvelopeText } from '../envelope-text.ts';
import { BodyBar, type BodyScope } from './body-bar.tsx';
import { BodyNotes, describeBytes } from './body-notes.tsx';
import { bodySource, hasDecoded, type BodyForm, type BodySource } from './body-source.ts';
import { readBodyText, withoutMark, type BodyText } from './body-text.ts';
import { HexView } from './hex-view.tsx';
import { PrettyView } from './pretty-view.tsx';
import { RawView } from './raw-view.tsx';
import { useRequestBody } from './use-request-body.ts';
import styles from './body.module.css';

export function BodyTab({ detail }: { detail: DeliveryDetail }) {
  const [wanted, setWanted] = useState<BodyForm>('pretty');
  const [scope, setScope] = useState<BodyScope>('envelope');
  // The choice stays while deliveries without an encoding are looked at.
  const form = wanted === 'decoded' && !hasDecoded(detail.request.contentEncoding) ? 'raw' : wanted;
  const view = useRef<CodeView | null>(null);
  const { shown, source, error } = useShownBody(detail, form, scope);
  const isHead = source.totalBytes === null || (shown !== null && shown.bytes.length < source.totalBytes);

  if (error !== null) return <p className={styles.message}>{error}</p>;
  return (
    <div className={styles.tab}>
      <BodyBar
        detail={detail}
        form={form}
        scope={scope}
        source={source}
        bytes={shown?.bytes ?? null}
        text={shown?.text ?? ''}
        onForm={setWanted}
        onScope={setScope}
        onFind={() => view.current?.find()}
      />
      {shown === null ? (
        <p className={styles.message}>Reading the body…</p>
      ) : (
        <>
          <BodyNotes notes={describeBytes(detail.request, source, { ...shown, sizeBytes: shown.bytes.length })} />
          <div className={styles.view}>
            {shown.bytes.length === 0 ? (
              <p className={styles.message}>The body is empty: no byte came after the headers.</p>
            ) : form === 'hex' ? (
              <HexView key={detail.id} bytes={shown.bytes} />
            ) : form === 'pretty' && !isHead ? (
              <PrettyView text={withoutMark(shown)} viewRef={view} />
            ) : (
              <RawView text={shown.text} viewRef={view} />
            )}
          </div>
        </>
      )}
    </div>
  );
}

interface ShownBody {
  /** Null until it was read. */
  shown: (BodyText & { bytes: Uint8Array }) | null;
  source: BodySource;
  error: string | null;
}

/** The envelope of a batch is at hand; everything else is read for the form that is looked at. */
function useShownBody(detail: DeliveryDetail, form: BodyForm, scope: BodyScope): ShownBody {
  const envelopeText = wholeEnvelopeText(detail);
  const ofEnvelope = detail.batchIndex !== null && envelopeText !== null && scope === 'envelope';
  const ofRequest = bodySource(form, detail.request);
  const load = useRequestBody(ofEnvelope ? null : detail.requestId, ofRequest);
  const bytes = useMemo(
    () => (ofEnvelope ? new TextEncoder().encode(envelopeText) : load.bytes),
    [ofEnvelope, envelopeText, load.bytes],
  );
  const isHead = !ofEnvelope && ofRequest.limit !== undefined;
  const shown = useMemo(() => (bytes === null ? null : { bytes, ...readBodyText(bytes, isHead) }), [bytes, isHead]);
  const source = ofEnvelope
    ? { view: 'decoded' as const, limit: undefined, totalBytes: bytes?.length ?? 0 }
    : ofRequest;
  return { shown, source, error: ofEnvelope ? null : load.error };
}
