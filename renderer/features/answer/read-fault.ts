import { faultSchema, type Fault } from '#shared/answer/answer.ts';

/** The fields of an answer as they were typed. */
export interface FaultDraft {
  action: Fault['action'];
  status: string;
  /** Seconds. */
  delay: string;
  /** `Name: value`, one on a line. */
  headers: string;
  body: string;
  /** Seconds. */
  hold: string;
}

export const emptyFaultDraft: FaultDraft = {
  action: 'respond',
  status: '500',
  delay: '',
  headers: '',
  body: '',
  hold: '',
};

/** The fields that describe a fault. */
export function toFaultDraft(fault: Fault): FaultDraft {
  if (fault.action === 'reset') return { ...emptyFaultDraft, action: 'reset' };
  if (fault.action === 'hang') return { ...emptyFaultDraft, action: 'hang', hold: toSeconds(fault.holdMs) };
  const headers = Object.entries(fault.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  return {
    ...emptyFaultDraft,
    status: String(fault.status),
    delay: toSeconds(fault.delayMs),
    headers: headers.join('\n'),
    body: fault.body ?? '',
  };
}

/** The fault that the fields describe, or what has to be changed first. */
export function readFault(draft: FaultDraft): Fault | { problem: string } {
  if (draft.action === 'reset') return { action: 'reset' };
  if (draft.action === 'hang') {
    const hold = readSeconds(draft.hold);
    const fault = faultSchema.safeParse({ action: 'hang', ...(hold && { holdMs: hold.ms }) });
    return fault.success ? fault.data : { problem: 'Seconds are a number above 0, at most 86,400.' };
  }
  const headers = readHeaders(draft.headers);
  if ('problem' in headers) return headers;
  const delay = readSeconds(draft.delay);
  const fault = faultSchema.safeParse({
    action: 'respond',
    status: draft.status.trim() === '' ? Number.NaN : Number(draft.status),
    ...(delay && { delayMs: delay.ms }),
    ...(headers.pairs.length > 0 && { headers: Object.fromEntries(headers.pairs) }),
    ...(draft.body !== '' && { body: draft.body }),
  });
  return fault.success ? fault.data : { problem: toProblem(fault.error.issues[0]) };
}

function toProblem(issue: { path: PropertyKey[]; message: string } | undefined): string {
  switch (issue?.path[0]) {
    case 'status':
      return 'A status is a whole number from 200 to 599.';
    case 'headers':
      return `Header ${issue.path[1] === undefined ? '' : `${String(issue.path[1])}: `}${issue.message}.`;
    case 'body':
      return 'A body is at most 1,000,000 characters.';
    default:
      return 'A delay is 0 to 600 seconds.';
  }
}

function readHeaders(text: string): { pairs: [string, string][] } | { problem: string } {
  const pairs: [string, string][] = [];
  for (const line of text.split('\n').filter((each) => each.trim() !== '')) {
    const colon = line.indexOf(':');
    if (colon <= 0) return { problem: `“${line.trim()}” is no header: write Name: value.` };
    pairs.push([line.slice(0, colon).trim(), line.slice(colon + 1).trim()]);
  }
  return { pairs };
}

function readSeconds(text: string): { ms: number } | null {
  return text.trim() === '' ? null : { ms: Math.round(Number(text) * 1000) };
}

function toSeconds(ms: number | undefined): string {
  return ms === undefined ? '' : String(ms / 1000);
}
