/** `docform platform serve`: runs the reference platform on a port until it is stopped. */

import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defined } from '../../core/defined.ts';
import { DocformError, reasonOf } from '../../core/docform-error.ts';
import { type ExitCode, exitCode } from '../../core/exit-code.ts';
import { isLoopback } from '../../core/loopback.ts';
import { anyOrganization } from '../../core/state.ts';
import type { Validation } from '../../library/configuration.ts';
import { jsonLine, oneLine } from '../../report/sanitize.ts';
import {
  createFixture,
  createPlatform,
  type DialectName,
  dialectNames,
  type Fixture,
  isStoreFault,
  lockData,
  type PlatformOptions,
  type SeedName,
  seedNames,
} from '../../server/index.ts';
import { printProblems, readConfiguration } from '../configuration.ts';
import { openWithData, unopened } from '../data-file.ts';
import { usageFailure } from '../failure.ts';
import { holderOf } from '../holder.ts';
import { placeAt, requireParent } from '../named-place.ts';
import type { Session } from '../session.ts';
import { wholeNumber } from '../settings.ts';

interface ServeFlags {
  readonly port: string;
  readonly host: string;
  readonly data?: string;
  readonly seed?: string;
  readonly seedNumber?: string;
  readonly token?: string;
  readonly control?: boolean;
  readonly dialect?: string;
  readonly strict?: boolean;
}

/** Prints exactly one line of JSON on stdout, for scripts. Other messages go to stderr. */
export async function runServe(session: Session, flags: ServeFlags): Promise<ExitCode> {
  const { data, token, control = false, strict = false } = flags;
  const port = wholeNumber('--port', flags.port, 0, 65_535);
  const dialect = dialectOf(flags.dialect ?? session.settings.dialect);
  const seedNumber = flags.seedNumber === undefined ? 1 : wholeNumber('--seed-number', flags.seedNumber, 0, 2 ** 31);
  let fail: (failure: DocformError) => void = () => undefined;
  const stopped = new Promise<void>((stop, reject) => {
    session.catchInterrupts(stop);
    fail = reject;
  });
  // The promise can be rejected before `serve` waits for it.
  stopped.catch(() => undefined);
  const seeding = await seedingOf(session, flags.seed ?? 'empty', seedNumber);
  if ('exit' in seeding) return seeding.exit;
  if (data !== undefined) await requireParent(session, data, '--data');
  const file = data === undefined ? undefined : resolve(session.settings.directory, data);
  if (file !== undefined && existsSync(file) && flags.seed !== undefined)
    session.warn(
      `warning: ${data} already contains data, so --seed has no effect; to change the data, run \`docform platform reset\`\n`,
    );
  const release = file === undefined ? undefined : lockDataFile(session, file);
  const options: PlatformOptions = {
    ...{ seed: seeding.seed, seedNumber, control, dialect, strict },
    ...defined({ data: file, token }),
    onFault: (error) => {
      const failure = dataFailure(data, error);
      if (failure) fail(failure);
    },
    onRequest: ({ method, path, status }) => session.explain(`${method} ${path} ${status}\n`),
  };
  try {
    await serve(session, flags, { port, options, stopped });
  } finally {
    release?.();
  }
  return exitCode.done;
}

function dialectOf(name = 'contract'): DialectName {
  const known = dialectNames.find((each) => each === name);
  if (known !== undefined) return known;
  throw usageFailure(`--dialect ${oneLine(name)} is unknown`, `choose ${dialectNames.join(' or ')}`);
}

/** Two platforms must not write the same data file. Returns a function that releases the lock. */
function lockDataFile(session: Session, data: string): () => void {
  const { who, since } = holderOf(session.io.environment);
  const locked = lock(data, `${who}, process ${process.pid}, since ${since}`);
  if ('release' in locked) return locked.release;
  throw new DocformError({
    code: 'E-SYSTEM',
    message: `the data file ${data} is already served by ${oneLine(locked.holder)}`,
    hint: 'use the URL of that platform, stop the platform, or choose another file with --data',
  });
}

function lock(data: string, holder: string): ReturnType<typeof lockData> {
  try {
    return lockData(data, holder);
  } catch (error) {
    throw unopened(data, error);
  }
}

interface Serving {
  readonly port: number;
  readonly options: PlatformOptions;
  /** Resolves on an interrupt, and rejects if the data file fails. */
  readonly stopped: Promise<void>;
}

/** Requests in flight are completed. */
async function serve(session: Session, flags: ServeFlags, { port, options, stopped }: Serving): Promise<void> {
  const platform = openWithData(createPlatform, options);
  try {
    const listening = await platform.listen({ port, host: flags.host });
    try {
      const served = { url: listening.url, organization: platform.organization, token: platform.token };
      printServed(
        session,
        { ...served, ...(flags.control === true ? { control: `${listening.url}/_platform/` } : {}) },
        flags,
      );
      await stopped;
    } catch (error) {
      throw dataFailure(flags.data, error) ?? error;
    } finally {
      await listening.close();
    }
  } finally {
    platform.close();
  }
}

interface Served {
  readonly url: string;
  readonly organization: string;
  readonly token: string;
  readonly control?: string;
}

function printServed(session: Session, served: Served, { data, host }: ServeFlags): void {
  const { url, organization, token, control } = served;
  session.result(jsonLine({ ...served }));
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

/** `exit`: the configuration is invalid. */
type Seeding = { readonly seed: SeedName | Fixture } | { readonly exit: ExitCode };

/** `text`: the name of a fixture or the path of a configuration. */
async function seedingOf(session: Session, text: string, seedNumber: number): Promise<Seeding> {
  const name = seedNames.find((each) => each === text);
  if (name !== undefined) return { seed: name };
  const validation = await readNamed(session, pathOf(session, text), seedNumber);
  if (validation.desired === undefined) return { exit: await printProblems(session, validation) };
  const { fixtureOf } = await import('../fixture-of.ts');
  const { world, warnings } = fixtureOf(validation.desired, seedNumber);
  for (const warning of warnings) session.warn(`warning: ${oneLine(warning)}\n`);
  return { seed: world };
}

/** A directory means its docform.yaml. */
function pathOf(session: Session, text: string): string {
  const found = placeAt(resolve(session.settings.directory, text));
  if (found !== undefined) return found === 'directory' ? join(text, 'docform.yaml') : text;
  const others = `choose one of ${seedNames.join(', ')}, or the path of a docform YAML`;
  if (/[/\\]|\.ya?ml$/.test(text)) throw usageFailure(`no such file: ${text}`, others);
  throw usageFailure(`unknown fixture ${text}`, others);
}

/** Without an organization, the configuration gets the organization of the empty fixture. */
async function readNamed(session: Session, configuration: string, seedNumber: number): Promise<Validation> {
  const { settings } = session;
  const validation = await readConfiguration(
    { ...session, settings: { ...settings, configuration } },
    { mayBeOpen: true },
  );
  const { desired } = validation;
  if (desired?.organization !== anyOrganization) return validation;
  const organization = createFixture('empty', seedNumber).organizations[0]?.id ?? desired.organization;
  session.say(`The configuration sets no organization; using ${organization}\n`);
  return { ...validation, desired: { ...desired, organization } };
}

/** undefined: the error does not come from the data file. */
export function dataFailure(data: string | undefined, error: unknown): DocformError | undefined {
  if (data === undefined || !isStoreFault(error)) return undefined;
  return new DocformError({
    code: 'E-SYSTEM',
    message: `the data file ${data} can no longer be read or written: ${reasonOf(error)}`,
    hint: 'the platform has stopped; restore the file from a copy, or start with a new file',
  });
}
