// What is known and required of the sender: credentials, source addresses, tokens issued. One call reads it, one writes it.
import { z } from 'zod';
import { none, noParams, type CallShape } from './call-shape.ts';
import { authVerdicts, environments, isoTimeSchema } from './delivery.ts';

export const authTypes = ['none', 'basic', 'apikey', 'bearer', 'oauth', 'jwks'] as const;

/** Whether a check changes the answer (401) or only says what it would have been. */
export const checkModes = ['enforce', 'shadow'] as const;
export type CheckMode = (typeof checkModes)[number];

/** A source address, or a network in CIDR notation, and the environment it stands for (spec, Endpoints: source IP addresses). */
export const knownAddressSchema = z.strictObject({
  address: z.string().min(1).max(100),
  environment: z.enum(environments).exclude(['other']),
});
export type KnownAddress = z.infer<typeof knownAddressSchema>;

export const allowListSchema = z.strictObject({
  mode: z.enum(['off', ...checkModes]),
  /** Addresses or networks in CIDR notation; empty: the known addresses. */
  addresses: z.array(z.string().min(1).max(100)).max(1000),
});
export type AllowList = z.infer<typeof allowListSchema>;

/** One request to the token endpoint, without its secret. */
export const tokenRequestSchema = z.object({
  at: isoTimeSchema,
  clientId: z.string().nullable(),
  clientAuthentication: z.enum(['basic', 'form', 'none']),
  /** `issued`, or the error code of RFC 6749, section 5.2. */
  outcome: z.string(),
  message: z.string().nullable(),
  /** When the issued token expires. */
  expiresAt: isoTimeSchema.nullable(),
});
export type TokenRequest = z.infer<typeof tokenRequestSchema>;

/** What is required of the sender. Secrets go in and never come out. */
export const senderSchema = z.object({
  auth: z.object({
    type: z.enum(authTypes),
    mode: z.enum(checkModes),
    /** What is not secret of it: the user, the client id, the JWKS address. */
    name: z.string().nullable(),
    /** Claims a JWT must carry; null: not checked. */
    audience: z.string().nullable(),
    issuer: z.string().nullable(),
    /** How long issued tokens are valid. */
    tokenLifetimeSeconds: z.int(),
    /** Below the receiver's address, while tokens are issued. */
    tokenPath: z.string().nullable(),
    /** What is wrong just now, e.g. that the keys cannot be fetched; null when all is well. */
    message: z.string().nullable(),
  }),
  addresses: z.array(knownAddressSchema),
  allowList: allowListSchema,
  /** Newest first, at most 100, of this run. */
  tokenRequests: z.array(tokenRequestSchema),
});
export type Sender = z.infer<typeof senderSchema>;

/** Body of `PUT /sender`; what is left out stays as it is. It is remembered with `remember`, secrets included. */
export const senderChangeSchema = z.strictObject({
  auth: z
    .strictObject({
      /** In the grammar of `--auth`; secrets may stand as `env:NAME` or `file:PATH`. Left out: the spec in force. */
      spec: z.string().max(10_000).optional(),
      mode: z.enum(checkModes).optional(),
      audience: z.string().max(1000).nullable().optional(),
      issuer: z.string().max(1000).nullable().optional(),
      tokenLifetimeSeconds: z.int().min(1).max(31_536_000).optional(),
    })
    .optional(),
  addresses: z.array(knownAddressSchema).max(1000).optional(),
  allowList: allowListSchema.optional(),
  remember: z.boolean().default(false),
});
export type SenderChange = z.infer<typeof senderChangeSchema>;

/** One credential that senders used in this capture, and what became of it: how tokens rotate. */
export const credentialSchema = z.object({
  /** Ordinal in order of first use; `credential:3` finds its deliveries. */
  credential: z.int(),
  scheme: z.string(),
  firstSeenAt: isoTimeSchema,
  lastSeenAt: isoTimeSchema,
  requests: z.int(),
  /** Verdict → requests. */
  verdicts: z.partialRecord(z.enum(authVerdicts), z.int()),
  /** Claims of a JWT, unverified; null where there are none. */
  issuedAt: isoTimeSchema.nullable(),
  expiresAt: isoTimeSchema.nullable(),
  subject: z.string().nullable(),
});
export const credentialsSchema = z.object({ items: z.array(credentialSchema), total: z.int() });
export type Credentials = z.infer<typeof credentialsSchema>;
export type Credential = z.infer<typeof credentialSchema>;

export const senderCalls = {
  'sender.read': {
    method: 'GET',
    path: '/sender',
    summary: 'What is required of the sender: authentication, known addresses, allow-list; tokens issued',
    params: noParams,
    query: noParams,
    body: none,
    output: senderSchema,
  },
  'sender.write': {
    method: 'PUT',
    path: '/sender',
    summary: 'Change what is required of the sender; secrets are write-only',
    params: noParams,
    query: noParams,
    body: senderChangeSchema,
    output: senderSchema,
  },
  'credentials.list': {
    method: 'GET',
    path: '/credentials',
    summary: 'Credentials that senders used, without their values: how they rotate',
    params: noParams,
    query: noParams,
    body: none,
    output: credentialsSchema,
  },
} as const satisfies Record<string, CallShape>;
