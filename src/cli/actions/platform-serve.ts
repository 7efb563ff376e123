/** `docform platform serve`: runs the reference platform on a port until it is stopped. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { withoutUndefined } from '../../core/defined.ts';
import { DocformError, errorMessage } from '../../core/docform-error.ts';
import { anyOrganization } from '../../core/state.ts';
import { isLoopback } from '../../core/url.ts';
import { jsonLine, oneLine } from '../../report/wording/sanitize.ts';
import {
  createFixture,
  createPlatform,
  isStoreFault,
  lockData,
  type PlatformOptions,
  seedNames,
} from '../../server/index.ts';
import { loadConfig } from '../files/configuration.ts';
import { placeAt, requireParent } from '../files/named-place.ts';
import { holderOf } from '../io/origin.ts';
import { type CommandFlags, type Run, type Session, usageFailure, wholeNumber } from '../io/session.ts';
import { fixtureOf } from '../planning/fixture-of.ts';
import { withDataFile } from '../target/target.ts';

type ServeFlags = CommandFlags<'port' | 'host' | 'data' | 'seed' | 'seedNumber' | 'token', 'control' | 'strict'>;

/** Prints exactly one line of JSON on stdout, for scripts. Other messages go to stderr. */
export const runServe: Run<ServeFlags> = async (session, _, flags) => {
  const { data, token, control = false, strict = false, host = '127.0.0.1' } = flags;
  const port = wholeNumber('--port', flags.port ?? '4010', 0, 65_535);
  const { dialect = '2025-06' } = session.settings;
  const seedNumber = wholeNumber('--seed-number', flags.seedNumber, 0, 2 ** 31) ?? 1;
  let fail: (failure: DocformError) => void = () => undefined;
  const stopped = new Promise<void>((stop, reject) => {
    session.catchInterrupts(stop);
    fail = reject;
  });
  // The promise can be rejected before `serve` waits for it.
  stopped.catch(() => undefined);
  const seed = await seedOf(session, flags.seed ?? 'empty', seedNumber);
  if (data !== undefined) await requireParent(session, data, '--data');
  const file = data === undefined ? undefined : resolve(session.settings.directory, data);
  if (file !== undefined && existsSync(file) && flags.seed !== undefined)
    session.warn(
      `warning: ${data} already contains data, so --seed has no effect; to change the data, run \`docform platform control POST reset\`\n`,
    );
  if (file !== undefined) session.onClose(lockDataFile(session, file));
  const options: PlatformOptions = {
    seed,
    seedNumber,
    control,
    dialect,
    strict,
    ...withoutUndefined({ data: file, token }),
    onFault: (error) => {
      const failure = dataFailure(data, error);
      if (failure) fail(failure);
    },
    onRequest: ({ method, path, status }) => session.explain(`${method} ${path} ${status}\n`),
  };
  await serve(session, flags, { port, host, options, stopped });
};

/** Two platforms must not write the same data file. Returns a function that releases the lock. */
function lockDataFile(session: Session, data: string) {
  const { who, since } = holderOf(session.io.environment);
  const locked = withDataFile(data, () => lockData(data, `${who}, process ${process.pid}, since ${since}`));
  if ('release' in locked) return locked.release;
  throw new DocformError({
    code: 'E-SYSTEM',
    message: `the data file ${data} is already served by ${oneLine(locked.holder)}`,
    hint: 'use the URL of that platform, stop the platform, or choose another file with --data',
  });
}

interface Serving {
  readonly port: number;
  readonly host: string;
  readonly options: PlatformOptions;
  /** Resolves on an interrupt, and rejects if the data file fails. */
  readonly stopped: Promise<void>;
}

/** Requests in flight are completed. */
async function serve(session: Session, { data }: ServeFlags, { port, host, options, stopped }: Serving) {
  const platform = withDataFile(options.data, () => createPlatform(options));
  session.onClose(platform.close);
  const { url, close } = await platform.listen({ port, host });
  session.onClose(close);
  const { organization, token } = platform;
  const control = options.control ? `${url}/_platform/` : undefined;
  printServed(session, data, host, { url, organization, token, ...withoutUndefined({ control }) });
  await stopped.catch((error) => {
    throw dataFailure(data, error) ?? error;
  });
}

interface Served {
  readonly url: string;
  readonly organization: string;
  readonly token: string;
  readonly control?: string;
}

function printServed(session: Session, data: string | undefined, host: string, served: Served) {
  const { url, organization, token, control } = served;
  // Not masked, because scripts read the token from this line, also if DOCFORM_TOKEN has the same value.
  session.unmaskedResult(jsonLine({ ...served }));
  session.say(
    `Serving ${organization} on ${url} (${data === undefined ? 'in memory' : `data in ${data}`}); press Ctrl-C to stop\n`,
  );
  // Prints the token only on a terminal, to keep tokens out of logs.
  if (session.io.stderr.isTerminal)
    session.say(
      `In another terminal, run: export DOCFORM_API_URL=${url} DOCFORM_ORG=${organization} DOCFORM_TOKEN=${token}\n`,
    );
  if (control === undefined) return;
  session.say(`Control page and API: ${control}\n`);
  if (!isLoopback(host))
    session.warn(`warning: every client that can reach ${host} can control this platform and create tokens\n`);
}

async function seedOf(session: Session, text: string, seedNumber: number) {
  const name = seedNames.find((each) => each === text);
  if (name !== undefined) return name;
  const desired = await readNamed(session, pathOf(session, text), seedNumber);
  const { world, warnings } = fixtureOf(desired, seedNumber);
  for (const warning of warnings) session.warn(`warning: ${oneLine(warning)}\n`);
  return world;
}

function pathOf(session: Session, text: string) {
  const found = placeAt(resolve(session.settings.directory, text));
  if (found !== undefined) return found === 'directory' ? join(text, 'docform.yaml') : text;
  const others = `choose one of ${seedNames.join(', ')}, or the path of a docform YAML`;
  if (/[/\\]|\.ya?ml$/.test(text)) throw usageFailure(`no such file: ${text}`, others);
  throw usageFailure(`unknown fixture ${text}`, others);
}

/** Without an organization, the configuration gets the organization of the empty fixture. */
async function readNamed(session: Session, configuration: string, seedNumber: number) {
  const { settings } = session;
  const { desired } = await loadConfig({ ...session, settings: { ...settings, configuration } }, { mayBeOpen: true });
  if (desired.organization !== anyOrganization) return desired;
  const organization = createFixture('empty', seedNumber).organizations[0]?.id ?? desired.organization;
  session.say(`The configuration sets no organization; using ${organization}\n`);
  return { ...desired, organization };
}

export function dataFailure(data: string | undefined, error: unknown): DocformError | undefined {
  if (data === undefined || !isStoreFault(error)) return undefined;
  return new DocformError({
    code: 'E-SYSTEM',
    message: `the data file ${data} can no longer be read or written: ${errorMessage(error)}`,
    hint: 'the platform has stopped; restore the file from a copy, or start with a new file',
  });
}
