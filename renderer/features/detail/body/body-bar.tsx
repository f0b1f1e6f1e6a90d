import { Download, Search } from 'lucide-react';
import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { useActions, useEngine } from '#renderer/state/use-inspector.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { CopyButton } from '../copy-button.tsx';
import { wholeEnvelopeText } from '../envelope-text.ts';
import { bodyForms, hasDecoded, type BodyForm, type BodySource } from './body-source.ts';
import { saveBytes } from './save-bytes.ts';
import styles from './body.module.css';

/** One envelope of a batch, or the request that carried it. */
export type BodyScope = 'envelope' | 'request';

export interface BodyBarProps {
  detail: DeliveryDetail;
  form: BodyForm;
  scope: BodyScope;
  source: BodySource;
  /** What is shown; null until it was read. */
  bytes: Uint8Array | null;
  text: string;
  onForm: (form: BodyForm) => void;
  onScope: (scope: BodyScope) => void;
  onFind: () => void;
}

const forms: Record<BodyForm, { label: string; hint?: string }> = {
  pretty: { label: 'Pretty' },
  decoded: { label: 'Decoded', hint: 'Exact text once Content-Encoding is undone' },
  raw: { label: 'Raw', hint: 'Exact text as received, control characters visible' },
  hex: { label: 'Hex' },
};

/** What of the body is shown, how much of it, and what can be done with it. */
export function BodyBar(props: BodyBarProps) {
  const { detail, form, scope, source, bytes, text, onForm, onScope, onFind } = props;
  const inBatch = detail.batchIndex !== null && wholeEnvelopeText(detail) !== null;
  const isDecodable = hasDecoded(detail.request.contentEncoding) && !(inBatch && scope === 'envelope');
  const save = useSave(props);
  return (
    <div className={styles.bar}>
      <Segmented
        label="Form of the body"
        size="small"
        value={form}
        options={bodyForms
          .filter((value) => value !== 'decoded' || isDecodable)
          .map((value) => ({ value, ...forms[value] }))}
        onChange={onForm}
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
          onChange={onScope}
        />
      ) : null}
      <span className={styles.count}>{describeCount(bytes?.length ?? 0, source.totalBytes)}</span>
      {form === 'hex' ? null : (
        <IconButton label="Find (Ctrl+F in the text)" className={styles.tool} onClick={onFind}>
          <Search aria-hidden />
        </IconButton>
      )}
      <CopyButton what="body" text={text} />
      <Button variant="quiet" className={styles.save} icon={<Download aria-hidden />} onClick={save}>
        Save
      </Button>
    </div>
  );
}

function describeCount(shown: number, total: number | null): string {
  return total === null ? `first ${formatCount(shown)} bytes` : `${formatCount(shown)} of ${formatCount(total)} bytes`;
}

/** Saves what is shown in full; of a head, the whole is read for it. */
function useSave({ detail, source, bytes }: BodyBarProps): () => void {
  const engine = useEngine();
  const { report } = useActions();
  const { requestId, eventName, unparsed } = detail;
  const fileName = `${eventName ?? 'request'}-${requestId}.${unparsed ? 'bin' : 'json'}`;
  return () => {
    if (bytes !== null && source.limit === undefined) {
      saveBytes(bytes, fileName);
      return;
    }
    // Of a bomb, and of what breaks off while it is decoded, the whole is what was received.
    const view = source.totalBytes === null ? 'raw' : source.view;
    engine
      .bytes('requests.body', { params: { id: requestId }, query: { view } })
      .then((buffer) => saveBytes(new Uint8Array(buffer), fileName), report);
  };
}
