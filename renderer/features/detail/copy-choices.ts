import type { DeliveryDetail } from '#shared/protocol/delivery.ts';
import { layOutJson } from '#renderer/ui/code-surface/json-text.ts';
import { wholeEnvelopeText } from './envelope-text.ts';
import { curlCommand } from './request/curl-command.ts';

/** One thing that can be copied of a delivery. */
export interface CopyChoice {
  /** In the menu. */
  title: string;
  /** In the sentence "Copied …". */
  what: string;
  read: () => string;
}

/** What the copy menu offers. Commands leave credentials out, so that they can be pasted where others read. */
export function copyChoices(detail: DeliveryDetail, receiverUrl: string): CopyChoice[] {
  const { eventId, request } = detail;
  const choices: CopyChoice[] = [];
  if (eventId !== null) choices.push({ title: 'event_id', what: 'event_id', read: () => eventId });
  const text = wholeEnvelopeText(detail);
  if (text !== null) {
    choices.push(
      { title: 'Envelope, exact', what: 'the envelope', read: () => text },
      { title: 'Envelope, laid out', what: 'the envelope, laid out', read: () => layOut(text) },
      {
        title: 'Request as cURL, without credentials',
        what: 'the cURL command',
        read: () => curlCommand(request, receiverUrl, text),
      },
    );
  }
  choices.push({
    title: 'Headers, credentials masked',
    what: 'the headers',
    read: () => request.rawHeaders.map(([name, value]) => `${name}: ${value}`).join('\n'),
  });
  return choices;
}

function layOut(text: string): string {
  const layout = layOutJson(text);
  return layout.ok ? layout.text : text;
}
