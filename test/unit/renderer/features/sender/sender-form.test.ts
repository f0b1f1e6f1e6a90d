import { describe, expect, it } from 'vitest';
import {
  addAddress,
  checkSenderForm,
  partOfErrors,
  placeFailure,
  toSenderChange,
  toSenderForm,
  withSpecAddresses,
  withType,
  type SenderForm,
} from '#renderer/features/sender/sender-form.ts';
import { sender } from './sender.ts';

const form = (rest: Partial<SenderForm> = {}, base = sender()): SenderForm => ({ ...toSenderForm(base), ...rest });

describe('the form about the sender', () => {
  it('comes to nothing as long as nothing was changed', () => {
    expect(toSenderChange(form(), sender())).toBeNull();
    const signed = sender({ type: 'jwks', name: '/etc/keys.json', audience: 'a', issuer: 'i' });
    expect(toSenderChange(toSenderForm(signed), signed)).toBeNull();
  });

  it('leaves a secret alone that was not typed again', () => {
    const change = toSenderChange(form({ mode: 'shadow' }), sender());
    expect(change).toEqual({ auth: { mode: 'shadow' } });
    expect(checkSenderForm(form({ mode: 'shadow' }), sender())).toEqual({});
  });

  it('wants the secret again when it belongs to another user or another type', () => {
    expect(checkSenderForm(form({ name: 'other' }), sender()).secret).toContain('belongs to the other name');
    expect(checkSenderForm(withType(form(), 'apikey', sender()), sender()).secret).toBe('Required.');
  });

  it('writes every type in the grammar of the command line', () => {
    const specs = (['none', 'basic', 'apikey', 'bearer', 'oauth', 'jwks'] as const).map((type) => {
      const name = type === 'jwks' ? 'https://idp.test/jwks.json' : 'n';
      return toSenderChange(form({ type, name, secret: 's:1' }), sender())?.auth?.spec;
    });
    expect(specs).toEqual([
      'none',
      'basic:n:s:1',
      'apikey:s:1',
      'bearer:s:1',
      'oauth:n:s:1',
      'jwks:https://idp.test/jwks.json',
    ]);
  });

  it('takes claims back when tokens are no longer signed by somebody else', () => {
    const signed = sender({ type: 'jwks', name: 'https://idp.test/', audience: 'a', issuer: 'i' });
    const change = toSenderChange({ ...withType(toSenderForm(signed), 'none', signed) }, signed);
    expect(change).toEqual({ auth: { spec: 'none', audience: null, issuer: null } });
  });

  it('says beside the field what cannot be used', () => {
    const lines = addAddress(form({ listed: '10.0.0.0/8, nonsense' }));
    const errors = checkSenderForm(lines, sender());
    expect(errors['address 3']).toContain('Not an address');
    expect(errors.listed).toContain('“nonsense” is no address');
    expect(partOfErrors(errors)).toBe('addresses');
    expect(checkSenderForm(form({ type: 'jwks', name: 'idp.test' }), sender()).name).toContain('http or https');
    expect(checkSenderForm(form({ type: 'oauth', name: 'c', secret: 's', lifetimeSeconds: '0' }), sender())).toEqual({
      lifetime: 'A whole number of seconds, at most a year.',
    });
    expect(checkSenderForm(form({ name: 'a:b', secret: 's' }), sender()).name).toContain('colon');
    expect(checkSenderForm(form({ name: 'env:USER', secret: 's' }), sender())).toEqual({});
  });

  it('puts a refusal of the engine beside what it is about', () => {
    const changed = form({ secret: 'env:NOT_SET' });
    expect(placeFailure('The variable NOT_SET is not set.', changed, sender())).toBe('secret');
    expect(placeFailure("'52.73.72.6' is no address.", changed, sender())).toBe('address 2');
    expect(placeFailure('Something else.', form(), sender())).toBe('form');
  });

  it('goes back to the addresses of the specification', () => {
    const strange = { ...sender(), addresses: [{ address: '10.0.0.1', environment: 'production' as const }] };
    expect(toSenderChange(withSpecAddresses(toSenderForm(strange)), strange)?.addresses).toEqual([
      { address: '50.112.172.205', environment: 'staging' },
      { address: '52.73.72.6', environment: 'production' },
    ]);
  });
});
