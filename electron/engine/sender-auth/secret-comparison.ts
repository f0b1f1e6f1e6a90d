import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** Says whether bytes are those of the secret, in a time that tells nothing about either. */
export type SecretComparison = (presented: Uint8Array) => boolean;

/**
 * Which bytes a text beyond ASCII is sent as is not shown in the spec: UTF-8 and Latin-1 are both in use, and both count. Compares digests,
 * which have one length, and looks at every form, also after one has fitted.
 */
export function createSecretComparison(secret: string): SecretComparison {
  const key = randomBytes(32);
  const digest = (bytes: Uint8Array): Buffer => createHmac('sha256', key).update(bytes).digest();
  const forms = toForms(secret).map(digest);
  return (presented) => {
    const found = digest(presented);
    return forms.map((form) => timingSafeEqual(form, found)).includes(true);
  };
}

function toForms(text: string): Buffer[] {
  const latin = Buffer.from(text, 'latin1');
  return latin.toString('latin1') === text ? [Buffer.from(text), latin] : [Buffer.from(text)];
}
