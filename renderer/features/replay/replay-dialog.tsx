// Sends the selected delivery, or everything that matches the filter, to a receiver of the person's choice. It opens by command, so
// whoever has a Replay button only runs `replay.open` or `replay.edit`.
import { Play, Square } from 'lucide-react';
import { useState } from 'react';
import { useCommand, useFilterQuery, useInspector } from '#renderer/state/use-inspector.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { formatCount } from '#renderer/ui/format-amount.ts';
import { checkReplayForm, emptyReplayForm, toReplayRequest, type ReplayForm } from './replay-form.ts';
import { ReplayFields } from './replay-fields.tsx';
import { ReplayProgress } from './replay-progress.tsx';
import { readTargets, rememberTarget } from './target-memory.ts';
import { useReplaySubject } from './use-replay-subject.ts';
import { useReplayRun } from './use-replay-run.ts';

export function ReplayDialog() {
  const [open, setOpen] = useState(false);
  const [form, setForm] = useState<ReplayForm>(() => ({
    ...emptyReplayForm,
    url: readTargets(localStorage)[0] ?? '',
  }));
  const [editing, setEditing] = useState(false);
  const [tried, setTried] = useState(false);
  const activeId = useInspector((state) => state.activeId);
  const query = useFilterQuery();
  const total = useInspector((state) => state.total);
  const subject = useReplaySubject(open ? activeId : null);
  const run = useReplayRun();

  const show = (edit: boolean): void => {
    if (run.replay?.state !== 'running') run.forget();
    setForm((last) => ({ ...last, scope: activeId === null ? 'filter' : 'one', editedBody: null, confirmed: false }));
    setEditing(edit);
    setTried(false);
    setOpen(true);
  };
  useCommand('replay.open', () => show(false));
  useCommand('replay.edit', () => show(activeId !== null));

  const errors = checkReplayForm(form);
  const count = form.scope === 'one' ? 1 : total;
  const request = toReplayRequest(form, { deliveryId: activeId, query });
  const start = (): void => {
    setTried(true);
    if (request === null) return;
    rememberTarget(localStorage, request.target.url);
    run.start(request);
  };

  const running = run.replay?.state === 'running';
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      width="wide"
      title={form.scope === 'one' && editing ? 'Edit and replay' : 'Replay'}
      footer={
        run.replay === null ? (
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button
              variant="primary"
              icon={<Play aria-hidden />}
              disabled={run.starting || count === 0}
              onClick={start}
            >
              {count === 1 ? 'Replay 1 delivery' : `Replay ${formatCount(count)} deliveries`}
            </Button>
          </>
        ) : (
          <>
            {running ? (
              <Button variant="danger" icon={<Square aria-hidden />} onClick={run.stop}>
                Stop
              </Button>
            ) : (
              <Button onClick={run.forget}>Replay again…</Button>
            )}
            <Button variant={running ? 'outline' : 'primary'} onClick={() => setOpen(false)}>
              {running ? 'Leave it running' : 'Close'}
            </Button>
          </>
        )
      }
    >
      {run.replay === null ? (
        <ReplayFields
          form={form}
          errors={tried ? errors : {}}
          failure={run.error}
          subject={subject}
          editing={editing}
          matching={total}
          filter={query.filter}
          onChange={(change) => setForm((last) => ({ ...last, ...change }))}
          onEditing={setEditing}
        />
      ) : (
        <ReplayProgress replay={run.replay} failure={run.error} />
      )}
    </Dialog>
  );
}
