/** `docform platform serve`: the reference platform on a port, until it is told to stop. */

import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { DocformError } from '../../core/docform-error.ts';
import { isLoopback } from '../../core/loopback.ts';
import { jsonLine } from '../../report/sanitize.ts';
import { createPlatform } from '../../server/index.ts';
import { dataFailure } from '../data-failure.ts';
import { openWithData } from '../data-file.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { seedingOf } from '../seeding.ts';
import type { Session } from '../session.ts';
import { wholeNumber } from '../settings.ts';

export interface ServeFlags {
  readonly port: string;
  readonly host: string;
  readonly data?: string;
  readonly seed?: string;
  readonly seedNumber?: string;
  readonly token?: string;
  readonly control?: boolean;
  readonly strict?: boolean;
}

/** stdout gets exactly one JSON line, for whoever started it; everything else is on stderr. */
export async function runServe(session: Session, flags: ServeFlags): Promise<ExitCode> {
  const { host, data, token, control = false, strict = false } = flags;
  const port = wholeNumber('--port', flags.port, 0, 65_535);
  const seedNumber = flags.seedNumber === undefined ? 1 : wholeNumber('--seed-number', flags.seedNumber, 0, 2 ** 31);
  let fail: (failure: DocformError) => void = () => undefined;
  const stopped = new Promise<void>((stop, reject) => {
    session.catchInterrupts(stop);
    fail = reject;
  });
  // It may fail before anybody waits for it.
  stopped.catch(() => undefined);
  const seeding = await seedingOf(session, flags.seed ?? 'empty', seedNumber);
  if ('exit' in seeding) return seeding.exit;
  const file = data === undefined ? undefined : resolve(session.settings.directory, data);
  if (file !== undefined && existsSync(file) && flags.seed !== undefined)
    session.warn(`warning: ${data} holds a state already, so --seed is passed over; \`docform platform reset\` changes what it holds\n`);
  const platform = openWithData(createPlatform, {
    ...{ seed: seeding.seed, seedNumber, control, strict },
    ...(file === undefined ? {} : { data: file }),
    ...(token === undefined ? {} : { token }),
    onFault: (error) => {
      const failure = dataFailure(data, error);
      if (failure) fail(failure);
    },
    onRequest: ({ method, path, status }) => session.explain(`${method} ${path} ${status}\n`),
  });
  const listening = await platform.listen({ port, host }).catch((error: unknown) => {
    platform.close();
    throw error;
  });
  try {
    const served = { url: listening.url, organization: platform.organization, token: platform.token };
    tellServed(session, { ...served, ...(control ? { control: `${listening.url}/_platform/` } : {}) }, flags);
    await stopped;
  } catch (error) {
    throw dataFailure(data, error) ?? error;
  } finally {
    platform.endWaiting();
    await listening.close();
    platform.close();
  }
  return exitCode.done;
}

interface Served {
  readonly url: string;
  readonly organization: string;
  readonly token: string;
  readonly control?: string;
}

function tellServed(session: Session, served: Served, { data, host }: ServeFlags): void {
  const { url, organization, token, control } = served;
  session.result(jsonLine({ ...served }));
  session.say(`Serving ${organization} on ${url} (${data === undefined ? 'in memory' : `state in ${data}`}); stop it with Ctrl-C\n`);
  // People need not take the JSON apart; where only programs read, the token stays out of logs.
  if (session.io.stderr.isTerminal)
    session.say(`In another terminal: export DOCFORM_API_URL=${url} DOCFORM_ORG=${organization} DOCFORM_TOKEN=${token}\n`);
  if (control === undefined) return;
  session.say(`Its page and control plane: ${control}\n`);
  if (!isLoopback(host)) session.warn(`warning: everybody who reaches ${host} can control this platform and issue tokens\n`);
}
