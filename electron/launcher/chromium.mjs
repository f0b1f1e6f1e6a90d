// Finds a Chromium for the browser tests, or installs Debian's. Missing is a failure that says what to do, never a skip.
import { answers, exists, LauncherError, run, say } from './project.mjs';

const candidates = {
  linux: [
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
    '/usr/bin/google-chrome-stable',
    '/usr/bin/microsoft-edge',
  ],
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

/** Path of a Chromium, Chrome or Edge. */
export async function ensureChromium() {
  const found = findChromium();
  if (found !== null) return found;
  if (process.getuid?.() === 0 && answers('apt-get', ['--version'])) {
    say('Installing Chromium for the browser tests with apt-get…');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update', '-qq'], { env });
    await run('apt-get', ['install', '-y', '-qq', 'chromium'], { env, stdio: ['ignore', 'ignore', 'inherit'] });
    const installed = findChromium();
    if (installed !== null) return installed;
  }
  throw new LauncherError(
    'The browser tests need Chromium, Chrome or Edge, and none is installed. Install one, or name one in HOOKLOUPE_CHROMIUM.',
  );
}

function findChromium() {
  const named = process.env.HOOKLOUPE_CHROMIUM;
  if (named !== undefined) return exists(named) ? named : null;
  return (candidates[process.platform] ?? []).find(exists) ?? null;
}
