// Retry experiments: the dialog that starts and shows them, and while one is under way a label in the status bar, so that closing the dialog
// loses nothing. It opens by command: whoever has an entry for it runs `experiment.open`.
import { FlaskConical, Play, Square } from 'lucide-react';
import { useState } from 'react';
import { useCommand, useFilterQuery } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { EarlierExperiments } from './earlier-experiments.tsx';
import { ExperimentFields } from './experiment-fields.tsx';
import {
  checkExperimentForm,
  emptyExperimentForm,
  toExperimentForm,
  toExperimentRequest,
  type ExperimentForm,
} from './experiment-form.ts';
import { describeProgress } from './experiment-text.ts';
import { ExperimentView } from './report/experiment-view.tsx';
import { useCopyReport } from './use-copy-report.ts';
import { useExperiments, type ListedExperiment } from './use-experiments.ts';
import styles from './experiment.module.css';

export function ExperimentControl() {
  const experiments = useExperiments();
  const { items, running } = experiments;
  const [open, setOpen] = useState(false);
  const [shownId, setShownId] = useState<number | null>(null);
  const [form, setForm] = useState<ExperimentForm>(emptyExperimentForm);
  const [tried, setTried] = useState(false);
  const { filter } = useFilterQuery();
  const copy = useCopyReport();
  const shown = items.find(({ id }) => id === shownId) ?? null;

  const show = (id: number | null): void => {
    setShownId(id);
    setTried(false);
    if (id === null && !open) setForm((last) => (last.filter === '' ? { ...last, filter } : last));
    setOpen(true);
  };
  useCommand('experiment.open', () => show(running?.id ?? null));

  const start = async (wanted: ExperimentForm): Promise<void> => {
    setForm(wanted);
    setTried(true);
    const request = toExperimentRequest(wanted);
    if (request === null) return;
    const id = await experiments.start(request);
    setShownId(id);
  };

  return (
    <>
      {running === null ? null : (
        <button type="button" className={styles.running} onClick={() => show(running.id)}>
          <FlaskConical aria-hidden />
          Experiment: {describeProgress(running)}
        </button>
      )}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        width="wide"
        title={shown === null ? 'Retry experiment' : `Retry experiment ${shown.id}`}
        description={shown === null ? 'Fail events on purpose, and see what the sender does.' : undefined}
        footer={
          shown === null ? (
            <>
              <Button onClick={() => setOpen(false)}>Cancel</Button>
              <Button
                variant="primary"
                icon={<Play aria-hidden />}
                disabled={experiments.starting || running !== null}
                onClick={() => void start(form)}
              >
                Arm and watch
              </Button>
            </>
          ) : (
            <ShownButtons
              shown={shown}
              canStart={running === null && !experiments.starting}
              onStop={() => experiments.stop(shown.id)}
              onCopy={() => copy(shown.id)}
              onAgain={() => void start(toExperimentForm(shown.request))}
              onNew={() => show(null)}
              onClose={() => setOpen(false)}
            />
          )
        }
      >
        {experiments.error === null ? null : (
          <p className={styles.failure} role="alert">
            {experiments.error}
          </p>
        )}
        {shown === null ? (
          <>
            <ExperimentFields
              form={form}
              errors={tried ? checkExperimentForm(form) : {}}
              onChange={(change) => setForm((last) => ({ ...last, ...change }))}
            />
            <EarlierExperiments items={items} onShow={show} />
          </>
        ) : (
          <ExperimentView experiment={shown} onLeave={() => setOpen(false)} />
        )}
      </Dialog>
    </>
  );
}

interface ShownButtonsProps {
  shown: ListedExperiment;
  canStart: boolean;
  onStop: () => void;
  onCopy: () => void;
  onAgain: () => void;
  onNew: () => void;
  onClose: () => void;
}

function ShownButtons({ shown, canStart, onStop, onCopy, onAgain, onNew, onClose }: ShownButtonsProps) {
  if (shown.endedAt === null) {
    return (
      <>
        <Button variant="danger" icon={<Square aria-hidden />} onClick={onStop}>
          Stop
        </Button>
        <Button onClick={onClose}>Leave it running</Button>
      </>
    );
  }
  return (
    <>
      <Button onClick={onCopy}>Copy Markdown</Button>
      <Button disabled={!canStart} onClick={onAgain}>
        Run again
      </Button>
      <Button onClick={onNew}>New…</Button>
      <Button variant="primary" onClick={onClose}>
        Close
      </Button>
    </>
  );
}
