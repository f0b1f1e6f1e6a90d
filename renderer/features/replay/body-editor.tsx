import { useMemo, useState } from 'react';
import { formatBytes } from '#renderer/ui/format-amount.ts';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { Button } from '#renderer/ui/button.tsx';
import type { CodeSetup } from '#renderer/ui/code-surface/code-mirror.ts';
import { CodeSurface } from '#renderer/ui/code-surface/code-surface.tsx';
import { layOutJson } from '#renderer/ui/code-surface/json-text.ts';
import { Field, FieldNote } from './field.tsx';
import type { ReplayForm } from './replay-form.ts';
import type { ReplaySubject } from './use-replay-subject.ts';
import styles from './replay.module.css';

export interface BodyEditorProps {
  subject: ReplaySubject | null;
  editing: boolean;
  onEditing: (editing: boolean) => void;
  onChange: (change: Partial<ReplayForm>) => void;
}

/** The exact captured bytes, or a text that starts as them. */
export function BodyEditor({ subject, editing, onEditing, onChange }: BodyEditorProps) {
  return (
    <>
      <Field label="Body">
        <Segmented
          label="Body"
          value={editing ? 'edited' : 'exact'}
          options={[
            { value: 'exact', label: 'Exact bytes' },
            { value: 'edited', label: 'Edited', disabled: subject?.bodyText == null },
          ]}
          onChange={(next) => {
            onEditing(next === 'edited');
            onChange({ editedBody: null });
          }}
        />
        <FieldNote>{describeBody(subject, editing)}</FieldNote>
      </Field>
      {editing && subject !== null && subject.bodyText !== null ? (
        <Editor key={subject.detail.id} text={subject.bodyText} onText={(editedBody) => onChange({ editedBody })} />
      ) : null}
    </>
  );
}

function describeBody(subject: ReplaySubject | null, editing: boolean): string {
  if (subject === null) return 'Byte for byte as captured';
  if (subject.bodyText === null) return 'Byte for byte as captured; too large or not text, so it cannot be edited here';
  if (editing) return 'Sent as UTF-8, as it stands below. Until you change it, the exact bytes are sent.';
  return `${formatBytes(subject.detail.sizeBytes)}, byte for byte as captured`;
}

/** Starts laid out, since one long line cannot be edited; a text that is as it started counts as not edited. */
function Editor({ text, onText }: { text: string; onText: (text: string | null) => void }) {
  const [captured] = useState(() => layOut(text));
  const [setup, setSetup] = useState<CodeSetup>({ mode: 'edit', text: captured });
  const [current, setCurrent] = useState(captured);
  const layout = useMemo(() => layOutJson(current), [current]);
  const change = (next: string): void => {
    setCurrent(next);
    onText(next === captured ? null : next);
  };
  const restart = (next: string): void => {
    setSetup({ mode: 'edit', text: next });
    change(next);
  };
  return (
    <div className={styles.editor}>
      <div className={styles.code}>
        <CodeSurface setup={setup} label="Body to send" onChange={change} />
      </div>
      <div className={styles.editorFoot}>
        <span className={layout.ok ? styles.note : styles.warning}>
          {layout.ok
            ? `JSON · ${current === captured ? 'not changed' : 'changed'}`
            : `Not JSON: ${layout.message}, line ${layout.line}, column ${layout.column}. It can be sent all the same.`}
        </span>
        <Button variant="quiet" disabled={!layout.ok} onClick={() => layout.ok && restart(layout.text)}>
          Lay out
        </Button>
        <Button variant="quiet" disabled={current === captured} onClick={() => restart(captured)}>
          Back to captured
        </Button>
      </div>
    </div>
  );
}

function layOut(text: string): string {
  const layout = layOutJson(text);
  return layout.ok ? layout.text : text;
}
