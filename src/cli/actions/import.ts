/** `docform import`: writes the configuration and the ledger from the objects on the platform. A plan right after shows no changes. */

import { existsSync } from 'node:fs';
import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { relativePath } from '../../config/files/load.ts';
import { withoutMissing, withoutUndefined } from '../../core/defined.ts';
import type { Desired } from '../../core/state.ts';
import type { StateBackend, StateLock } from '../../ledger/state-backend.ts';
import type { Validation } from '../../library/configuration.ts';
import { importLive } from '../../library/import.ts';
import { keepImport, ledgerShared, type PreparedImport, prepareImport } from '../../library/prepare-import.ts';
import { type ImportReport, importJson, importText } from '../../report/edits/import.ts';
import { oneLine, visible } from '../../report/wording/sanitize.ts';
import { someNames } from '../../report/wording/some-names.ts';
import { count } from '../../report/wording/words.ts';
import { flagName } from '../definition/flags.ts';
import { configurationOptions, requireConfiguration, requireValid, validated } from '../files/configuration.ts';
import { writeGitFiles } from '../files/git-files.ts';
import { placeToWrite } from '../files/named-file.ts';
import { fileIn } from '../files/named-place.ts';
import { writeConfigurationFiles } from '../files/write-configuration.ts';
import { requireAgreedEdit } from '../io/agreement.ts';
import { traceRequest, whileReading } from '../io/progress.ts';
import { type CommandFlags, choiceOf, conflictingFlags, type Run, type Session, usageFailure } from '../io/session.ts';
import { requireTty } from '../planning/approval.ts';
import { warnOfDenied } from '../planning/incomplete.ts';
import { isLedgerFile, ledgerToCommit } from '../target/backend.ts';
import { takeStateLock } from '../target/held-lock.ts';
import { isLocalAddress, openTarget, openTargetLedger, organizationOf, type Target } from '../target/target.ts';

type LiveFlags = CommandFlags<'out' | 'split', 'dryRun' | 'manageReferences' | 'withPermissions'>;

type ImportFlags = LiveFlags & CommandFlags<'from' | 'site' | 'keys'>;

export const runImport: Run<ImportFlags> = async (session, addresses, flags) => {
  const { from, site, keys, ...live } = flags;
  if (from === undefined) {
    if (site !== undefined)
      throw usageFailure(
        '--site requires --from',
        'to import a site of the platform, give its address: `docform import sites/docs`',
      );
    if (keys !== undefined)
      throw usageFailure('--keys requires --from', 'without --from, keys are generated from titles');
    return runLiveImport(session, addresses, live);
  }
  const { out, ...others } = live;
  const [stray] = [...addresses, ...Object.keys(others).map(flagName)];
  if (stray !== undefined)
    throw usageFailure(
      `${stray} cannot be combined with --from`,
      '--from allows only --out, --site, --keys and --organization',
    );
  return (await import('./import-from.ts')).runImportFrom(session, { from, ...withoutUndefined({ site, keys, out }) });
};

export async function runLiveImport(session: Session, addresses: readonly string[], flags: LiveFlags) {
  const split = choiceOf('--split', flags.split, ['site', 'kind'] as const);
  const place = await findPlace(session, flags.out);
  const { validation } = place;
  if (validation !== undefined) await requireValid(session, validation);
  if (validation !== undefined && split !== undefined)
    throw usageFailure(
      `--split requires a new configuration, but ${validation.file} exists`,
      'omit --split; import keeps the existing files',
    );
  if (validation === undefined && flags.dryRun !== true) refuseMisplaced(session, place.file);
  const target = await openTarget(session);
  return importFrom(session, { target, place, flags, addresses, ...withoutUndefined({ split }) });
}

interface ImportRequest {
  readonly target: Target;
  readonly place: ImportPlace;
  readonly flags: LiveFlags;
  readonly addresses: readonly string[];
  readonly split?: 'site' | 'kind';
}

interface ImportTask extends ImportRequest {
  readonly organization: string;
  readonly desired?: Desired;
  readonly ledger: StateBackend;
}

async function importFrom(session: Session, request: ImportRequest) {
  const { target, place, flags } = request;
  const declared = place.validation?.desired;
  const organization = await organizationOf(session, target, declared?.organization);
  const desired: Desired | undefined = declared && { ...declared, organization };
  const file = resolve(session.settings.directory, place.file);
  const home = dirname(file);
  const ledger = await openTargetLedger(session, target, { directory: home, organization, name: desired?.name, file });
  const isDryRun = flags.dryRun === true;
  const task: ImportTask = { ...request, organization, ledger, ...withoutUndefined({ desired }) };
  // The state lock is a file next to the ledger, whose directory may be new.
  const created = isDryRun ? undefined : await mkdir(home, { recursive: true });
  if (created !== undefined) session.onClose(() => removeEmpty(home, created));
  const lock = isDryRun ? undefined : await takeStateLock(session, ledger);
  const prepared = await readImport(session, task);
  if (lock !== undefined) await confirmAndKeep(session, task, prepared, lock);
  const hasCertificates = prepared.files.some(({ path }) => path.endsWith('.pem'));
  const isWritten = lock !== undefined && !target.isLocal;
  const also = isWritten ? await writeGitFiles(session, home, isLedgerFile(session), hasCertificates) : [];
  printReport(session, task, prepared, also);
}

async function removeEmpty(home: string, created: string) {
  for (let directory = home; directory.length >= created.length; directory = dirname(directory)) {
    const isRemoved = await rmdir(directory).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

function printReport(session: Session, task: ImportTask, prepared: PreparedImport, also: readonly string[]) {
  const { place, organization, target, ledger } = task;
  const { counts, files, pending, gone, diff } = prepared;
  const isDryRun = task.flags.dryRun === true;
  const report: ImportReport = {
    host: target.host,
    organization,
    isDryRun,
    requests: prepared.imported.readRequests,
    counts,
    files,
    pending,
    gone,
    diff,
    leftOut: prepared.leftOut.map(({ what, why }) => ({ what, why })),
    notApplied: [...new Set(prepared.plan.left.map(({ address }) => address))],
    ...(isDryRun ? {} : { ledger: ledger.place }),
  };
  const kept = ledgerToCommit(session, target.isLocal, ledger);
  const paths = [
    ...files.map(({ path }) => path),
    ...(kept === undefined ? [] : [relative(session.settings.directory, kept)]),
    ...also,
  ];
  const commit =
    paths.length === 0 ? '' : `commit ${paths.length <= 4 ? someNames(paths, 4) : 'these files and the ledger'}; `;
  const isSeen = prepared.plan.plan.unknown.length === 0;
  const isPart = (prepared.imported.live.leftOut?.size ?? 0) > 0;
  // docform finds docform.yaml in this directory or a parent without -c.
  const { environmentName } = session.settings;
  const plan = withoutMissing(
    'docform plan',
    !/^(\.\.\/)*docform\.yaml$/.test(place.file) && `-c ${oneLine(place.file)}`,
    environmentName !== undefined && `--env ${oneLine(environmentName)}`,
  ).join(' ');
  const seen = `${plan} now shows no changes${isPart ? ' of these objects' : ''}`;
  const rest = isSeen ? seen : `${plan} lists objects that could not be read`;
  const empty = prepared.plan.left.length === 0 ? rest : `${plan} shows the changes that are not applied yet`;
  const written =
    files.length === 0 ? 'run `docform import` to write only the ledger' : 'run `docform import` to write these files';
  const next = isDryRun ? written : `${commit}${empty}`;
  session.result(session.isJson ? importJson(report) : importText(report, { paint: session.paintResult, next }));
}

async function readImport(session: Session, task: ImportTask) {
  const { place, flags, addresses, target, organization, ledger, split } = task;
  const imported = await read(session, task);
  const ledgerPlace = isLedgerFile(session) ? relative(session.settings.directory, ledger.place) : ledger.place;
  return prepareImport({
    imported,
    addresses,
    organization,
    host: target.host,
    options: { ...configurationOptions(session), file: place.file },
    ledgerPlace: target.isLocal ? null : ledgerPlace,
    onSecret: session.keepSecret,
    ...withoutUndefined({ validation: place.validation, split, managesReferences: flags.manageReferences }),
    ...withoutUndefined({ newEnvironment: newEnvironmentOf(session, place) }),
  });
}

async function read(session: Session, { organization, target, ledger, desired, addresses, flags }: ImportTask) {
  session.say(`Reading organization ${organization} on ${target.host}\n`);
  const options = {
    organization,
    platform: target.platform,
    ledger,
    addresses,
    ...target.traffic,
    ...withoutUndefined({ desired, hasPermissions: flags.withPermissions }),
  };
  const imported = await whileReading(session, importLive, options);
  await warnOfDenied(session, imported.live);
  return imported;
}

async function confirmAndKeep(session: Session, task: ImportTask, prepared: PreparedImport, lock: StateLock) {
  const { texts, before, diff, files } = prepared;
  const isPatch = files.some(({ status }) => status === 'changed');
  if (isPatch) {
    const show = session.settings.isConfirmed ? session.say : session.warn;
    show(visible(diff));
    requireTty(
      session,
      `import requires confirmation to change ${count(files.length, 'file')}, and there is no terminal: nothing was written`,
      'review `docform import --dry-run`, then run `docform import --yes`',
    );
    await requireAgreedEdit(session);
  }
  session.catchInterrupts(() => session.warn('\nInterrupted: finishing the files that are being written.\n'));
  const { directory } = session.settings;
  // The main file is written last, because the other files are not a configuration without it.
  await writeConfigurationFiles({ directory, main: task.place.file, before, after: new Map([...texts].reverse()) });
  const { target, ledger } = task;
  const onRequest = traceRequest(session);
  await keepImport(prepared, { platform: target.platform, ledger, lock, ...target.traffic, onRequest });
}

interface ImportPlace {
  readonly file: string;
  readonly validation?: Validation;
}

export async function findPlace(session: Session, out: string | undefined): Promise<ImportPlace> {
  const { configuration, directory } = session.settings;
  if (out !== undefined && configuration !== undefined)
    throw conflictingFlags('--out', '--config', 'give only one of the two flags');
  if (out === '-')
    throw usageFailure('--out requires a file or a directory, not -', 'use --dry-run to print the result');
  await requireConfiguration(session);
  const named = configuration ?? (out === undefined ? undefined : fileIn(directory, out));
  placeToWrite(directory, named ?? 'docform.yaml');
  if (named !== undefined && !existsSync(resolve(directory, named))) return { file: relativePath(directory, named) };
  const validation = await validated(session, {
    ...configurationOptions(session),
    ...withoutUndefined({ file: named }),
  });
  return validation === undefined ? { file: 'docform.yaml' } : { file: validation.file, validation };
}

function refuseMisplaced({ settings }: Session, file: string) {
  const { directory, environmentName: environment, apiUrl = '' } = settings;
  const home = dirname(resolve(directory, file));
  const other = resolve(home, 'docform.yaml');
  if (environment === undefined && !isLocalAddress(apiUrl) && other !== resolve(directory, file) && existsSync(other))
    throw ledgerShared(
      `${file} would share a ledger with ${relativePath(directory, other)}, whose next apply would delete the objects of ${file}`,
    );
}

/** The environment whose values a new configuration contains as variables. A present file of the environment is kept, and the values are written literally. */
function newEnvironmentOf({ settings: { directory, environmentName } }: Session, { file, validation }: ImportPlace) {
  if (environmentName === undefined || validation !== undefined) return undefined;
  const path = resolve(dirname(resolve(directory, file)), 'env', `${environmentName}.yaml`);
  return existsSync(path) ? undefined : environmentName;
}
