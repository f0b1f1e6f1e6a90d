import { generate } from 'selfsigned';

/** A certificate that is its own root, with its key; both PEM. */
export interface Certificate {
  certPem: string;
  keyPem: string;
}

/** Makes a certificate for 127.0.0.1 and the stand-in's domain. The agent accepts it as a root only because it is no authority. */
export async function generateCertificate(): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'ngrok stand-in' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      {
        name: 'subjectAltName',
        altNames: [
          { type: 7, ip: '127.0.0.1' },
          { type: 2, value: '*.ngrok-free.test' },
        ],
      },
    ],
  });
  return { certPem: cert, keyPem: key };
}
