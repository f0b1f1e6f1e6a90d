// Preloaded (`--import`) into a plain Node process that child_process.fork started: gives it `process.parentPort`, as Electron's
// utilityProcess does for its own.
const parentPort = {
  on: (_event: 'message', listener: (event: { data: unknown }) => void) =>
    process.on('message', (data) => listener({ data })),
  postMessage: (message: unknown) => void process.send?.(message),
};
Object.assign(process, { parentPort });
