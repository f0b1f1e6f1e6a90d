/**
 * What can be odd about the bytes of a delivery: stable short codes with their meaning. They describe, they never refuse.
 * Unknown kinds and unknown fields are normal (section “Versioning”) and have no code.
 */
export const problemCodes = {
  token_request: 'A request to the token endpoint of this receiver; it carries no envelope.',
  content_encoded: 'The body came with Content-Encoding; it was decoded for reading, the bytes as received are kept.',
  content_expands: 'The body would grow beyond the limit when decoded; it was not decoded to its end.',
  content_broken: 'The body cannot be read as its Content-Encoding says, or not to its end.',
  content_unknown_coding: 'Content-Encoding names a coding that cannot be undone here.',
  body_empty: 'The body has no bytes, or nothing but blanks.',
  utf8_invalid: 'Some bytes are not UTF-8; they are shown as U+FFFD.',
  utf8_bom: 'The body starts with a byte order mark.',
  json_invalid: 'The bytes are not JSON.',
  json_too_deep: 'Objects and arrays are nested deeper than 1,000,000 levels; the body is not read.',
  json_duplicate_key: 'An object has two members of one name; readers that parse JSON see the last one.',
  json_big_number: 'A number is beyond what a double holds exactly (2^53 for integers); many readers round it.',
  json_lone_surrogate: 'An escape in a string is half a character (a lone surrogate); it cannot be written as UTF-8.',
  json_sequence: 'Several JSON values follow each other without an array around them.',
  not_an_envelope: 'The JSON value has none of event_id, event_name, event_ts and payload.',
  batch_empty: 'The body is an array without elements.',
  batch_broken: 'The array around this envelope is not valid JSON.',
  batch_wrapped:
    'The envelope was found in the one array of an object around it; the body of the request shows what stands beside it.',
  batch_too_long: 'The body has more envelopes than are listed one by one; this delivery stands for the rest.',
  event_id_missing: 'event_id is absent.',
  event_id_not_string: 'event_id is not a string.',
  event_id_unusable: 'event_id is empty or longer than 1,000 characters.',
  event_name_missing: 'event_name is absent.',
  event_name_not_string: 'event_name is not a string.',
  event_name_unusable: 'event_name is empty or longer than 1,000 characters.',
  event_ts_missing: 'event_ts is absent.',
  event_ts_invalid: 'event_ts is not an ISO 8601 time with an offset.',
  payload_missing: 'payload is absent.',
  payload_not_object: 'payload is not an object.',
} as const satisfies Record<string, string>;

export type ProblemCode = keyof typeof problemCodes;
