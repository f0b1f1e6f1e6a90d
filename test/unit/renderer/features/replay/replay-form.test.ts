import { describe, expect, it } from 'vitest';
import {
  checkReplayForm,
  emptyReplayForm,
  isLoopback,
  toReplayRequest,
  type ReplayForm,
} from '#renderer/features/replay/replay-form.ts';
import { replayRequestSchema } from '#shared/protocol/replay.ts';

const local: ReplayForm = { ...emptyReplayForm, url: 'http://127.0.0.1:3000/hooks' };
const selection = { deliveryId: 7, query: { filter: 'event:notification.*', zoneOffsetMinutes: 60 } };

describe('the form of a replay', () => {
  it('sends one delivery’s exact bytes to a receiver on this computer without further questions', () => {
    expect(toReplayRequest(local, selection)).toEqual({
      deliveryIds: [7],
      target: { url: 'http://127.0.0.1:3000/hooks', auth: 'none' },
    });
  });

  it('sends an edited body only with one delivery', () => {
    expect(toReplayRequest({ ...local, editedBody: '{}' }, selection)).toMatchObject({ deliveryIds: [7], body: '{}' });
    expect(toReplayRequest({ ...local, editedBody: '{}', scope: 'filter' }, selection)).not.toHaveProperty('body');
  });

  it('asks for a tick before data leaves this computer', () => {
    const away = { ...local, url: 'https://hooks.example.org/in' };
    expect(checkReplayForm(away)).toEqual({ confirmed: 'Tick the box to send to hooks.example.org.' });
    expect(toReplayRequest(away, selection)).toBeNull();
    expect(checkReplayForm({ ...away, confirmed: true })).toEqual({});
  });

  it('refuses what is not an http or https URL', () => {
    expect(
      ['', 'localhost:3000', 'file:///etc/passwd', 'nonsense'].map((url) => checkReplayForm({ ...local, url }).url),
    ).toEqual([
      'Where should it go? An http or https URL.',
      'This is not an http or https URL.',
      'This is not an http or https URL.',
      'This is not an http or https URL.',
    ]);
  });

  it('names what is missing of the credentials', () => {
    expect(checkReplayForm({ ...local, authType: 'basic', user: 'a:b' })).toEqual({
      user: 'A user of Basic cannot hold a colon.',
      secret: 'The secret is empty.',
    });
    const basic = toReplayRequest({ ...local, authType: 'basic', user: 'u', secret: 'p:w' }, selection);
    expect(basic?.target.auth).toBe('basic:u:p:w');
  });

  it('writes order, pace and concurrency for all that match the filter', () => {
    const form: ReplayForm = {
      ...local,
      scope: 'filter',
      order: 'event_ts',
      paceType: 'rate',
      paceValue: '20',
      concurrency: '8',
    };
    const request = toReplayRequest(form, selection);
    expect(request).toMatchObject({
      filter: 'event:notification.*',
      zoneOffsetMinutes: 60,
      order: 'event_ts',
      pace: '20/s',
      concurrency: 8,
    });
    expect(replayRequestSchema.safeParse(request).success).toBe(true);
    expect(toReplayRequest({ ...form, paceType: 'times', paceValue: '0.5' }, selection)).toMatchObject({
      pace: 'x0.5',
    });
  });

  it('refuses a pace or a concurrency that the engine would refuse', () => {
    const form: ReplayForm = { ...local, scope: 'filter', paceType: 'rate', paceValue: '-1', concurrency: '65' };
    expect(Object.keys(checkReplayForm(form))).toEqual(['paceValue', 'concurrency']);
  });

  it('knows the names this computer has for itself', () => {
    const hosts = [
      '127.0.0.1',
      '127.9.9.9',
      'localhost',
      'app.localhost',
      '[::1]',
      '10.0.0.1',
      'localhost.evil.test',
      '128.0.0.1',
    ];
    expect(hosts.map((host) => isLoopback(new URL(`http://${host}/`)))).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
