import { describe, expect, it } from 'vitest';
import { findReferences } from '#shared/envelope/references.ts';

describe('the entities an envelope names', () => {
  it('come from the payload and from the top level, without repetitions', () => {
    const envelope = {
      ccid: 'c-1',
      job_id: 'job_7',
      payload: {
        notification_id: 'ntf_1',
        message_id: 'msg_1',
        ccid: 'c-1',
        channel_addr: '+14155558890',
        device_address: '+14155550000',
        conversation_id: 'conv_1',
        submissionId: 'sub_1',
        journey_id: 'jr_1',
      },
    };
    expect(findReferences(envelope)).toEqual([
      { entity: 'notification', value: 'ntf_1' },
      { entity: 'message', value: 'msg_1' },
      { entity: 'customer', value: 'c-1' },
      { entity: 'phone', value: '+14155558890' },
      { entity: 'phone', value: '+14155550000' },
      { entity: 'conversation', value: 'conv_1' },
      { entity: 'submission', value: 'sub_1' },
      { entity: 'journey', value: 'jr_1' },
      { entity: 'job', value: 'job_7' },
    ]);
  });

  it('leave out null, empty and structured values and take integers as text', () => {
    const payload = { notification_id: null, message_id: '', ccid: { id: 1 }, job_id: 42, journey_id: 2 ** 60 };
    expect(findReferences({ payload })).toEqual([{ entity: 'job', value: '42' }]);
  });

  it('are cut at 200 characters, never through a character', () => {
    expect(findReferences({ payload: { ccid: 'x'.repeat(300) } })[0]?.value).toHaveLength(200);
    expect(findReferences({ payload: { ccid: `${'x'.repeat(199)}😀` } })[0]?.value).toBe('x'.repeat(199));
  });

  it('are none where there is no payload or no object', () => {
    for (const value of [null, 1, 'x', [], {}, { payload: 'x' }, { payload: null }]) {
      expect(findReferences(value)).toEqual([]);
    }
  });

  it('are not taken from the prototype', () => {
    expect(findReferences(JSON.parse('{"__proto__":{"ccid":"c-1"},"payload":{"__proto__":{"job_id":"j"}}}'))).toEqual(
      [],
    );
  });
});
