// Entry of `hookloupe <command>` on Node: streams, signals and the exit code; everything else is `runCommandLine`.
import { runCommandLine } from './command-line.ts';

const closingTimeMs = 4_500;

/** Booleans of the environment that mean "not set"; the parser takes any value for yes. */
const unsetValues = ['', '0', 'false', 'no', 'off'];
const booleanVariables = ['HOOKLOUPE_JSON', 'HOOKLOUPE_OPEN'];

function forgetUnsetVariables(): void {
  for (const [name, value = ''] of Object.entries(process.env)) {
    const isUnset = booleanVariables.includes(name) ? unsetValues.includes(value.toLowerCase()) : value === '';
    if (name.startsWith('HOOKLOUPE_') && isUnset) delete process.env[name];
  }
}

/** The first signal asks for an orderly end and allows it some seconds; the second ends at once. */
function listenForSignals(): AbortSignal {
  const stop = new AbortController();
  const onSignal = (): void => {
    if (stop.signal.aborted) process.exit(1);
    stop.abort();
    setTimeout(() => {
      process.stderr.write('Closing took too long; ended without waiting further.\n');
      process.exit(1);
    }, closingTimeMs).unref();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return stop.signal;
}

// A reader that went away, as in `hookloupe tail | head`, is the ordinary end of a pipe.
process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));

forgetUnsetVariables();
process.exitCode = await runCommandLine(process.argv.slice(2), {
  print: (line) => process.stdout.write(`${line}\n`),
  warn: (line) => process.stderr.write(`${line}\n`),
  signal: listenForSignals(),
});
