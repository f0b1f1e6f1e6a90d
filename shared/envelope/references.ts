import type { StoryEntity, StoryReference } from '../protocol/delivery.ts';
import { ownValue, toIdentifier } from './json/json-object.ts';
import { cutText } from './printable-line.ts';

/** Fields whose value names an entity, in the order references are listed. */
const entityByField: ReadonlyMap<string, StoryEntity> = new Map([
  ['notification_id', 'notification'],
  ['message_id', 'message'],
  ['ccid', 'customer'],
  ['channel_addr', 'phone'],
  ['device_address', 'phone'],
  ['conversation_id', 'conversation'],
  ['submission_id', 'submission'],
  ['submissionId', 'submission'],
  ['job_id', 'job'],
  ['journey_id', 'journey'],
]);

const referenceLimit = 16;
const valueLimit = 200;

/** The story a field's value belongs to; null for fields that name no entity and for empty or structured values. Cut at 200 characters. */
export function toReference(fieldName: string, value: unknown): StoryReference | null {
  const entity = entityByField.get(fieldName);
  const identifier = entity === undefined ? null : toIdentifier(value);
  return entity === undefined || identifier === null ? null : { entity, value: cutText(identifier, valueLimit) };
}

/**
 * The entities an envelope names in its payload and at its top level, without repetitions, at most 16. Values are taken as sent:
 * a phone number with and without `+` is two values.
 */
export function findReferences(envelope: unknown): StoryReference[] {
  const references: StoryReference[] = [];
  for (const holder of [ownValue(envelope, 'payload'), envelope]) {
    for (const name of entityByField.keys()) {
      const reference = toReference(name, ownValue(holder, name));
      if (reference !== null && !isListed(references, reference)) references.push(reference);
    }
  }
  return references.slice(0, referenceLimit);
}

function isListed(references: readonly StoryReference[], wanted: StoryReference): boolean {
  return references.some(({ entity, value }) => entity === wanted.entity && value === wanted.value);
}
