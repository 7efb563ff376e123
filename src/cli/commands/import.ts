/** `docform import`: brings what is on the platform into the configuration and the ledger; the plan after it is empty. */

import { mkdir, rmdir } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { DocformError } from '../../core/docform-error.ts';
import type { Desired, PreparedImport } from '../../library/index.ts';
import { type ImportReport, importJson, importText } from '../../report/import.ts';
import { oneLine } from '../../report/sanitize.ts';
import { someNames } from '../../report/words.ts';
import { tellProblems } from '../configuration.ts';
import { type ExitCode, exitCode } from '../exit-code.ts';
import { usageFailure } from '../failure.ts';
import { writeGitFiles } from '../git-files.ts';
import { type Bringing, readImport } from '../import/importing.ts';
import { findPlace, type ImportPlace, refuseMisplaced } from '../import/place.ts';
import { writeImport } from '../import/writing.ts';
import { takeLease } from '../lease.ts';
import { organizationOf } from '../organization.ts';
import type { Session } from '../session.ts';
import { openTarget, openTargetLedger, type Target } from '../target.ts';

export interface ImportFlags {
  readonly out?: string;
  readonly split?: string;
  readonly dryRun?: boolean;
}

/** `addresses`: of resources or lists; none: the whole organization. */
export async function runImport(session: Session, addresses: readonly string[], flags: ImportFlags): Promise<ExitCode> {
  const split = splitOf(flags.split);
  const place = await findPlace(session, flags.out);
  const { validation } = place;
  for (const secret of validation?.secrets ?? []) session.keepSecret(secret);
  if (validation !== undefined && validation.desired === undefined) return await tellProblems(session, validation);
  if (validation !== undefined && split !== undefined)
    throw usageFailure(`--split is for a new configuration, and ${validation.file} is there already`, 'import keeps the layout it has');
  if (validation === undefined && flags.dryRun !== true) await refuseMisplaced(session, place.file);
  const target = await openTarget(session);
  try {
    return await importFrom(session, target, { place, flags, addresses, ...(split === undefined ? {} : { split }) });
  } finally {
    await target.close();
  }
}

function splitOf(word: string | undefined): 'site' | 'kind' | undefined {
  if (word === undefined || word === 'site' || word === 'kind') return word;
  throw usageFailure(`--split ${word} is unknown`, 'choose site or kind');
}

interface ImportRequest {
  readonly place: ImportPlace;
  readonly flags: ImportFlags;
  readonly addresses: readonly string[];
  readonly split?: 'site' | 'kind';
}

async function importFrom(session: Session, target: Target, { place, flags, addresses, split }: ImportRequest): Promise<ExitCode> {
  const { environmentName: environment, directory } = session.settings;
  const organization = await organizationOf(session, target, place.validation?.desired?.organization);
  const desired: Desired | undefined = place.validation?.desired && { ...place.validation.desired, organization };
  const home = dirname(resolve(directory, place.file));
  const { ledger, close } = await openTargetLedger(session, target, {
    ...{ directory: home, organization },
    ...(environment === undefined ? {} : { environment }),
  });
  // The lease stands beside the ledger, in a directory that may be new.
  const made = flags.dryRun === true ? undefined : await mkdir(home, { recursive: true });
  try {
    const lease = flags.dryRun === true ? undefined : await takeLease(session, ledger);
    try {
      const bringing: Bringing = {
        ...{ place, organization, addresses, target, ledger },
        ...(desired === undefined ? {} : { desired }),
        ...(split === undefined ? {} : { split }),
      };
      const prepared = await readImport(session, bringing);
      if (lease !== undefined && !(await writeImport(session, bringing, prepared, lease))) throw declined();
      const isKept = lease !== undefined && !target.isLocal;
      const also = isKept ? await writeGitFiles(session, home, session.settings.storeUrl === undefined) : [];
      tell(session, bringing, prepared, { isDryRun: lease === undefined, also });
      return exitCode.done;
    } finally {
      await lease?.release();
    }
  } finally {
    await close();
    if (made !== undefined) await removeEmpty(home, made);
  }
}

/** Directories that were made for nothing; `made` is the outermost. */
async function removeEmpty(home: string, made: string): Promise<void> {
  for (let directory = home; directory.length >= made.length; directory = dirname(directory)) {
    const isRemoved = await rmdir(directory).then(
      () => true,
      () => false,
    );
    if (!isRemoved) return;
  }
}

function declined(): DocformError {
  return new DocformError({ exit: exitCode.blocked, code: 'E-DECLINED', message: 'the changes were not confirmed: nothing was written' });
}

interface Ended {
  readonly isDryRun: boolean;
  /** Files that were written beside those of the configuration. */
  readonly also: readonly string[];
}

function tell(
  session: Session,
  { place, organization, target, ledger }: Bringing,
  prepared: PreparedImport,
  { isDryRun, also }: Ended,
): void {
  const { format, storeUrl } = session.settings;
  const report: ImportReport = {
    ...{ host: target.platform.host, organization, isDryRun, requests: prepared.imported.readRequests },
    ...{ counts: prepared.counts, files: prepared.files, leftOut: prepared.leftOut.map(({ what, why }) => ({ what, why })) },
    ...{ pending: prepared.pending, gone: prepared.gone, diff: prepared.diff },
    notApplied: [...new Set(prepared.plan.left.map(({ address }) => address))],
    ...(isDryRun ? {} : { ledger: ledger.place }),
  };
  const isKeptElsewhere = target.isLocal || storeUrl !== undefined;
  const paths = [
    ...prepared.files.map(({ path }) => path),
    ...(isKeptElsewhere ? [] : [relative(session.settings.directory, ledger.place)]),
    ...also,
  ];
  const commit = paths.length === 0 ? '' : `commit ${paths.length <= 4 ? someNames(paths, 4) : 'these files and the ledger'}; `;
  const isSeen = prepared.plan.plan.unknown.length === 0;
  // What stands here or above is found without being named.
  const plan = /^(\.\.\/)*docform\.yaml$/.test(place.file) ? 'docform plan' : `docform plan -c ${oneLine(place.file)}`;
  const rest = isSeen ? `${plan} is empty now` : `${plan} shows what it cannot read`;
  const empty = prepared.plan.left.length === 0 ? rest : `${plan} shows what is not applied yet`;
  const written = prepared.files.length === 0 ? 'docform import writes the ledger alone' : 'docform import writes it';
  const next = isDryRun ? written : `${commit}${empty}`;
  session.result(format === 'json' ? importJson(report) : importText(report, { paint: session.paintResult, next }));
}
