// Entry of the process that holds the ngrok SDK; started by ngrok-session.ts.
import { serveNgrokAgent } from './ngrok-agent.ts';

serveNgrokAgent(() => import('@ngrok/ngrok'));
