import { capture, derived } from './0001-capture.ts';
import { answersAndSenders } from './0002-answers-and-senders.ts';

/** Every step of the schema, oldest first; `user_version` counts how many a file has been through. A step never changes once released. */
export const migrations: readonly { name: string; sql: string }[] = [
  { name: '0001-capture', sql: capture + derived },
  { name: '0002-answers-and-senders', sql: answersAndSenders },
];

/** "HKLP": marks a SQLite file as a capture file. */
export const APPLICATION_ID = 0x484b4c50;
