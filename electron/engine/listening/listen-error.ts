import { AppError } from '#shared/errors/app-error.ts';

/** Why a port could not be listened on, in words, with the flag that chooses another. */
export function toListenError(cause: unknown, place: { host: string; port: number; flag: string }): AppError {
  const code = (cause as NodeJS.ErrnoException | null)?.code;
  const { host, port, flag } = place;
  if (code === 'EADDRINUSE') {
    return new AppError(
      'PORT_TAKEN',
      `Port ${port} on ${host} is taken by another program. Choose another with ${flag} (0 for any free port).`,
      { cause },
    );
  }
  return new AppError(
    'PORT_REFUSED',
    `Cannot listen on ${host} port ${port} (${code ?? 'unknown error'}). Choose another with --host or ${flag}.`,
    { cause },
  );
}
