// What the desktop app's main process and the engine's process say to each other. It is little: everything else goes over the control
// API. Messages are checked on arrival, on both sides.
import { z } from 'zod';
import { errorCodes, type ErrorCode } from '../errors/error-codes.ts';

/** Everything the engine is told at its start: the engine's `EngineConfig`, as it travels. Secrets travel here, never in argv or env. */
export const engineConfigSchema = z.strictObject({
  host: z.string().min(1),
  port: z.int().min(0).max(65_535),
  uiPort: z.int().min(0).max(65_535),
  captureFile: z.string().min(1),
  auth: z.string().nullable(),
  token: z.string().min(1),
  tunnel: z.enum(['none', 'ngrok']),
  tunnelDomain: z.string().nullable(),
  ngrokAuthtoken: z.string().nullable(),
  tls: z.strictObject({ certFile: z.string(), keyFile: z.string() }).nullable(),
  bodyLimitBytes: z.int().min(0),
  rendererFolder: z.string().nullable(),
  settingsFolder: z.string().min(1),
  logLevel: z.string(),
});
export type EngineBootConfig = z.infer<typeof engineConfigSchema>;

/** From the main process: `boot` once, then `close` once, which is answered by the process's end with code 0. */
export const engineOrderSchema = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('boot'), config: engineConfigSchema }),
  z.strictObject({ type: z.literal('close') }),
]);
export type EngineOrder = z.infer<typeof engineOrderSchema>;

const errorCodeSchema = z.enum(Object.keys(errorCodes) as [ErrorCode, ...ErrorCode[]]);

/** From the engine's process: one answer to `boot`. */
export const engineReportSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('ready'),
    receiverUrl: z.url(),
    /** Includes the token. */
    uiUrl: z.url(),
    captureFile: z.string(),
  }),
  /** The engine could not start; `message` says what happened and what to do. */
  z.strictObject({ type: z.literal('failed'), code: errorCodeSchema, message: z.string() }),
]);
export type EngineReport = z.infer<typeof engineReportSchema>;
export type EngineReady = Extract<EngineReport, { type: 'ready' }>;
export type EngineFailure = Extract<EngineReport, { type: 'failed' }>;

/** Exit code of an engine that met a bug: its host starts another one. */
export const engineBugExitCode = 70;
