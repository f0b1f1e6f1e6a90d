import { describe, expect, it } from 'vitest';
import { answerProgramSchema } from '#shared/answer/answer.ts';

const fault = { action: 'respond', status: 500 };
const parse = (program: unknown) => answerProgramSchema.safeParse(program);

describe('the schema of an answer program', () => {
  it('fills in what is left out: nothing is armed', () => {
    expect(answerProgramSchema.parse({})).toEqual({
      override: null,
      limit: null,
      rules: [],
      rescueLastAttempt: false,
      keep: false,
    });
  });

  it.each([
    [{ 'bad name': 'x' }],
    [{ 'x-a': 'line\r\nbreak' }],
    [{ 'x-a': '✓' }],
    [{ 'Content-Length': '3' }],
    [{ 'transfer-encoding': 'chunked' }],
  ])('refuses headers that could not be sent: %j', (headers) => {
    expect(parse({ override: { ...fault, headers } }).success).toBe(false);
  });

  it('takes ordinary headers', () => {
    expect(parse({ override: { ...fault, headers: { 'Retry-After': '5', 'x-empty': '' } } }).success).toBe(true);
  });

  it.each(['2', '1-3', '3-', '1-9999', '4-4'])('takes the attempts %s', (attempts) => {
    expect(parse({ rules: [{ ...fault, attempts }] }).success).toBe(true);
  });

  it.each(['0', '', '-3', '3-1', '1,2', 'two', '1-3-5'])('refuses the attempts “%s”', (attempts) => {
    expect(parse({ rules: [{ ...fault, attempts }] }).success).toBe(false);
  });

  it('takes 400, which a sender does not act on, since it may be tried on purpose', () => {
    expect(parse({ override: { action: 'respond', status: 400 } }).success).toBe(true);
  });
});
