import type { DecodedField } from '#shared/protocol/delivery.ts';

/** A field as the engine decodes it, without documentation. */
export function decodedField(path: string, source: string | null, rest: Partial<DecodedField> = {}): DecodedField {
  return {
    path,
    name: path.split(/[.\]]/).at(-1) ?? path,
    group: path.startsWith('payload') ? 'payload' : 'envelope',
    status: source === null ? 'missing' : 'known',
    type: source === null ? null : 'string',
    source,
    spec: null,
    reference: null,
    encrypted: false,
    deviation: null,
    ...rest,
  };
}
