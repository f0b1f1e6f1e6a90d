import { ArrowLeftRight } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import type { Diff } from '#shared/protocol/diff.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { DiffBar, type DiffForm, type DiffOptions } from './diff-bar.tsx';
import { selectChanges, stepChange } from './diff-changes.ts';
import type { DiffPair } from './diff-pair.ts';
import { SideLine } from './side-line.tsx';
import { StructureView } from './structure-view.tsx';
import { useStepKeys } from './use-step-keys.ts';
import { TextDiff } from './text-diff.tsx';
import { useDiff } from './use-diff.ts';
import styles from './diff.module.css';

export interface DiffViewProps {
  detail: DeliveryDetail;
  pair: DiffPair;
  onSwap: () => void;
  onSelect: (deliveryId: number) => void;
}

/** A against B, as structure or as text. */
export function DiffView({ detail, pair, onSwap, onSelect }: DiffViewProps) {
  const { diff, error } = useDiff(pair.a, pair.b);
  const [chosenForm, setChosenForm] = useState<DiffForm>('structure');
  const [options, setOptions] = useState<DiffOptions>({ ignoreIdentity: true, onlyChanges: true });
  const [at, setAt] = useState<number | null>(null);
  const structured = diff === null || diff.message === null;
  const form = structured ? chosenForm : 'text';
  const changes = useMemo(
    () => selectChanges(diff?.changes ?? [], options.ignoreIdentity),
    [diff, options.ignoreIdentity],
  );
  const step = (by: 1 | -1): void => setAt(stepChange(at, by, changes.length));
  useStepKeys(step);

  return (
    <div className={styles.tab}>
      <div className={styles.sides}>
        <SideLine side="A" id={pair.a} current={detail} reason={pair.reason} onSelect={onSelect} />
        <SideLine side="B" id={pair.b} current={detail} reason={pair.reason} onSelect={onSelect} />
        <IconButton label="Swap A and B" className={styles.swap} onClick={onSwap}>
          <ArrowLeftRight aria-hidden />
        </IconButton>
      </div>
      <DiffBar
        form={form}
        structured={structured}
        options={options}
        count={changes.length}
        at={at}
        onForm={setChosenForm}
        onOptions={setOptions}
        onStep={step}
      />
      {error === null ? null : <p className={styles.message}>{error}</p>}
      {diff === null && error === null ? <p className={styles.message}>Comparing…</p> : null}
      {diff?.message ? <p className={styles.notice}>{diff.message}</p> : null}
      {diff !== null && form === 'text' ? <TextDiff diff={diff} /> : null}
      {diff !== null && form === 'structure' ? (
        <StructureView
          changes={changes}
          diff={diff}
          at={at}
          equalFields={options.onlyChanges ? null : detail.fields}
          summary={describeRest(diff, changes.length)}
        />
      ) : null}
    </div>
  );
}

function describeRest(diff: Diff, shown: number): string {
  const parts = [`${diff.equalCount} fields equal`];
  const ignored = diff.changes.length - shown;
  if (ignored > 0) parts.push(`${ignored} ${ignored === 1 ? 'difference' : 'differences'} ignored`);
  if (diff.keyOrderCount > 0) {
    parts.push(`key order differs in ${diff.keyOrderCount} ${diff.keyOrderCount === 1 ? 'place' : 'places'} (ignored)`);
  }
  parts.push(diff.sameBytes ? 'body bytes are the same' : 'body bytes differ');
  return parts.join(' · ');
}
