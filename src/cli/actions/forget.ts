/** `docform forget`: stops managing objects without deleting them: removes them from the ledger and the YAML. Works offline. */

import { basename } from 'node:path';
import { wordForm } from '../../core/count.ts';
import type { Forgetting } from '../../edit/forget.ts';
import type { StateBackend } from '../../ledger/state-backend.ts';
import { forget, type Misnamed, misnamed, prunedAfter, unfinishedAround } from '../../library/forget.ts';
import { rewriteConfiguration } from '../../library/rewriting.ts';
import { type ForgottenReport, forgetJson, forgetText } from '../../report/edits/edits.ts';
import { type EditPlace, editPlaceText } from '../../report/wording/place-words.ts';
import { someNames } from '../../report/wording/some-names.ts';
import { count } from '../../report/wording/words.ts';
import type { LoadedConfig } from '../files/configuration.ts';
import { readOtherLedgers } from '../files/other-ledgers.ts';
import { writeEdit } from '../files/write-configuration.ts';
import { blockedFailure, type CommandFlags, type Run, type Session, usageFailure } from '../io/session.ts';
import { ledgerToCommit, loadWithBackend, type OpenedBackend } from '../target/backend.ts';
import { takeStateLock } from '../target/held-lock.ts';

export const runForget: Run<CommandFlags<never, 'dryRun'>> = async (
  session,
  addresses,
  { dryRun: isDryRun = false },
) => {
  const opened = await loadWithBackend(session, 'writing');
  const lock = isDryRun ? undefined : await takeStateLock(session, opened.ledger);
  const work = await prepare(addresses, opened, opened.ledger);
  if (!isDryRun) warnOfPrune(session, work);
  if (work.texts.size > 0) await warnOfOthers(session, work.forgetting.forgotten, opened, 'forget');
  // The ledger is written first. A block without a ledger entry is adopted again by name, but the next apply deletes an object whose entry has no block.
  await lock?.save(work.forgetting.ledger);
  if (lock !== undefined && work.texts.size > 0) await writeEdit(session, opened.validation, work.texts);
  print(session, work, opened, isDryRun);
};

type Work = Awaited<ReturnType<typeof prepare>>;

async function prepare(addresses: readonly string[], loaded: LoadedConfig, backend: StateBackend) {
  const { desired } = loaded;
  const { ledger, open } = await backend.load();
  for (const address of addresses) {
    const why = misnamed(address, desired, ledger);
    if (why !== undefined) throw misnamedFailure(address, why);
  }
  const unfinished = unfinishedAround(addresses, open, desired);
  if (unfinished.length > 0) throw unfinishedFailure(unfinished);
  const forgetting = forget({ addresses, desired, ledger });
  if (forgetting.dangling.length > 0) throw danglingFailure(forgetting);
  const isDeclared = forgetting.forgotten.some((each) => each.isDeclared);
  const rewritten = isDeclared
    ? await rewriteConfiguration({ ...loaded, after: forgetting.after })
    : { texts: new Map<string, string>(), diff: '', refused: [], desired };
  const [refused] = rewritten.refused;
  if (refused !== undefined) throw refusedFailure(refused);
  const pruned = prunedAfter(forgetting.forgotten, rewritten.desired);
  return { forgetting, texts: rewritten.texts, diff: rewritten.diff, pruned };
}

function warnOfPrune(session: Session, { pruned }: Work) {
  if (pruned.length === 0) return;
  const addresses = pruned.map(({ address }) => address);
  const lists = wordForm(pruned.length, 'its list has', 'their lists have');
  const message = `the next apply would delete ${someNames(addresses, 5)}: ${lists} \`prune: all\``;
  if (session.settings.isConfirmed) session.warn(`${message}\n`);
  else
    throw blockedFailure(
      'E-FORGET-PRUNED',
      `${message}; nothing was changed`,
      'change `prune` for the list first, or run the command again with --yes to accept the delete',
    );
}

/** The block is removed for every environment, so the next apply in another environment deletes the object there. */
export async function warnOfOthers(
  session: Session,
  forgotten: Forgetting['forgotten'],
  { isLocal, ledger, directory }: Pick<OpenedBackend, 'isLocal' | 'ledger'> & Pick<LoadedConfig, 'directory'>,
  command: 'forget' | 'mv --to',
) {
  const own = basename(ledgerToCommit(session, isLocal, ledger) ?? '');
  const addresses = forgotten.map(({ address }) => address);
  const others = await readOtherLedgers(directory, own, addresses);
  if (others.length === 0) return;
  const message = `${someNames(others, 3)}: ${wordForm(others.length, 'this ledger also contains', 'these ledgers also contain')} the ${command === 'forget' ? 'forgotten' : 'moved'} objects, and the next apply there would delete them`;
  session.warn(
    `${message}; also run \`docform ${command}\` for ${wordForm(others.length, 'that environment', 'those environments')}\n`,
  );
}

function print(session: Session, work: Work, backend: OpenedBackend, isDryRun: boolean) {
  const report: ForgottenReport = {
    forgotten: work.forgetting.forgotten,
    pruned: work.pruned.map(({ address }) => address),
    files: [...work.texts.keys()],
    diff: work.diff,
    isDryRun,
  };
  const ledger = ledgerToCommit(session, backend.isLocal, backend.ledger);
  const toCommit = [...work.texts.keys(), ...(ledger === undefined ? [] : [basename(ledger)])];
  const next = isDryRun || toCommit.length === 0 ? {} : { next: `commit ${toCommit.join(' and ')}` };
  session.result(session.isJson ? forgetJson(report) : forgetText(report, { paint: session.paintResult, ...next }));
}

export function misnamedFailure(address: string, why: Misnamed) {
  switch (why.reason) {
    case 'no-address':
      return usageFailure(
        `${address} is not a valid address`,
        'examples: teams/docs, sites/docs/sections/payments; `docform get` lists all addresses',
      );
    case 'list':
      return usageFailure(
        `${address} is a list, not a resource`,
        `\`docform get ${address} --offline\` shows the resources in the list`,
      );
    case 'external':
      return usageFailure(`${address} is external: this configuration does not manage it`, 'remove its lines instead');
    case 'renamed':
      return usageFailure(`${address} was renamed to ${why.now} (moved)`, `run \`docform forget ${why.now}\``);
    case 'unknown': {
      const near = why.near === undefined ? '`docform get --offline` lists all addresses' : `did you mean ${why.near}?`;
      return usageFailure(`${address} is not in the configuration or the ledger`, near);
    }
  }
}

export function unfinishedFailure(addresses: readonly string[]) {
  return blockedFailure(
    'E-UNFINISHED-RUN',
    `an interrupted apply left an unknown result for ${someNames(addresses, 3)}; nothing was changed`,
    'run `docform apply` first, which resolves the interrupted changes',
  );
}

function danglingFailure({ dangling }: Forgetting) {
  const shown = dangling.map(
    ({ address, field, names, span }) => `${address} (${field}, ${span.file}:${span.line}) refers to ${names}`,
  );
  return usageFailure(
    `${someNames(shown, 3)}; nothing was changed`,
    `${count(dangling.length, 'reference')} would become invalid: change ${dangling.length === 1 ? 'the reference' : 'the references'} first, or also forget the referring resources`,
    'E-STILL-REFERENCED',
  );
}

function refusedFailure(refused: EditPlace) {
  return usageFailure(
    `cannot remove the block from the configuration: ${editPlaceText(refused)}: ${refused.reason}; nothing was changed`,
    'remove the block yourself, and run the command again before the next apply, which would delete the object',
    'E-EDIT-REFUSED',
  );
}
