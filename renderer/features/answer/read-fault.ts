import { faultSchema, type Fault } from '#shared/answer/answer.ts';

/** The form of `Other…` as it was typed. */
export interface FaultDraft {
  action: Fault['action'];
  status: string;
  /** Seconds. */
  delay: string;
  body: string;
  /** Seconds. */
  hold: string;
}

/** The fault that a form describes, or what has to be changed first. */
export function readFault(draft: FaultDraft): Fault | { problem: string } {
  if (draft.action === 'reset') return { action: 'reset' };
  if (draft.action === 'hang') {
    const hold = readSeconds(draft.hold);
    const fault = faultSchema.safeParse({ action: 'hang', ...(hold && { holdMs: hold.ms }) });
    return fault.success ? fault.data : { problem: 'Seconds are a number above 0, at most 86400.' };
  }
  const delay = readSeconds(draft.delay);
  const fault = faultSchema.safeParse({
    action: 'respond',
    status: Number(draft.status),
    ...(delay && { delayMs: delay.ms }),
    ...(draft.body !== '' && { body: draft.body }),
  });
  if (fault.success) return fault.data;
  const isStatus = fault.error.issues[0]?.path[0] === 'status';
  return { problem: isStatus ? 'A status is a whole number from 200 to 599.' : 'A delay is 0 to 600 seconds.' };
}

function readSeconds(text: string): { ms: number } | null {
  return text.trim() === '' ? null : { ms: Math.round(Number(text) * 1000) };
}
