/** `docform platform serve`: the reference platform on a port, until it is told to stop. */
import { resolve } from 'node:path';
import { createPlatform } from '../../server/index.ts';
import { openWithData } from '../data-file.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import type { Session } from '../session.ts';
import { wholeNumber } from '../settings.ts';
import { seedNameOf } from './platform-seed.ts';

export interface ServeFlags {
  readonly port: string;
  readonly host: string;
  readonly data?: string;
  readonly seed?: string;
  readonly seedNumber?: string;
  readonly token?: string;
}

/** stdout gets exactly one JSON line, for whoever started it; everything else is on stderr. */
export async function runServe(session: Session, flags: ServeFlags): Promise<ExitCode> {
  const port = wholeNumber('--port', flags.port, 0, 65_535);
  const seedNumber = flags.seedNumber === undefined ? undefined : wholeNumber('--seed-number', flags.seedNumber, 0, 2 ** 31);
  const stopped = new Promise<void>((stop) => session.catchInterrupts(stop));
  const platform = openWithData(createPlatform, {
    ...(flags.data === undefined ? {} : { data: resolve(session.settings.directory, flags.data) }),
    ...(flags.seed === undefined ? {} : { seed: seedNameOf(flags.seed) }),
    ...(seedNumber === undefined ? {} : { seedNumber }),
    ...(flags.token === undefined ? {} : { token: flags.token }),
    onRequest: ({ method, path, status }) => session.explain(`${method} ${path} ${status}\n`),
  });
  try {
    const listening = await platform.listen({ port, host: flags.host });
    session.result(`${JSON.stringify({ url: listening.url, organization: platform.organization, token: platform.token })}\n`);
    session.say(
      `Serving ${platform.organization} on ${listening.url}${flags.data === undefined ? ' (in memory)' : ''}; stop it with Ctrl-C\n`,
    );
    await stopped;
    await listening.close();
  } finally {
    platform.close();
  }
  return exitCode.done;
}
