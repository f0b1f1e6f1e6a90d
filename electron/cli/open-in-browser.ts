import { spawn } from 'node:child_process';

/** Program and arguments that open a URL with the user's default browser. */
export function toOpenerCommand(platform: NodeJS.Platform, url: string): [program: string, args: string[]] {
  if (platform === 'darwin') return ['open', [url]];
  // `start` belongs to cmd.exe, which would give characters of the URL a meaning of its own.
  if (platform === 'win32') return ['rundll32', ['url.dll,FileProtocolHandler', url]];
  return ['xdg-open', [url]];
}

/** Opens the browser and does not wait for it. Where that fails, `onFailure` gets one line; nothing else depends on it. */
export function openInBrowser(url: string, onFailure: (line: string) => void): void {
  const [program, args] = toOpenerCommand(process.platform, url);
  const fail = (why: string): void => onFailure(`No browser was opened (${program}: ${why}). Open ${url} yourself.`);
  const child = spawn(program, args, { stdio: 'ignore', detached: true });
  child.once('error', (error) => fail(error.message));
  child.once('exit', (code) => {
    if (code !== null && code !== 0) fail(`exit code ${code}`);
  });
  child.unref();
}
