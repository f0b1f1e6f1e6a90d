// Entry of an agent process on a computer for which the SDK has no native binary.
import { serveNgrokAgent } from '#engine/tunnel/ngrok-agent.ts';

serveNgrokAgent(() => Promise.reject(new Error("Cannot find module '@ngrok/ngrok-some-platform'\nRequire stack:")));
