/** `docform mv --to`: moves resources with their ledger entries to another configuration of the organization. Works offline. */

import { dirname, relative, resolve } from 'node:path';
import { exitCode } from '../../core/docform-error.ts';
import { unifiedDiff } from '../../edit/text-diff.ts';
import type { StateLock } from '../../ledger/state-backend.ts';
import { handOver as handed, handoverEdits, misnamed, prunedAfter, unfinishedAround } from '../../library/forget.ts';
import { type HandoverReport, handoverJson, handoverText } from '../../report/edits/edits.ts';
import { someNames } from '../../report/wording/some-names.ts';
import { type LoadedConfig, loadConfig } from '../files/configuration.ts';
import { addressesIn } from '../files/declared-addresses.ts';
import { configurationsIn, mayHaveName, nameOfConfiguration, rootOf } from '../files/repository.ts';
import { writeEdit } from '../files/write-configuration.ts';
import { requireAgreedEdit } from '../io/agreement.ts';
import { type Session, usageFailure } from '../io/session.ts';
import { requireTty } from '../planning/approval.ts';
import { loadWithBackend, type OpenedBackend, openBackendOf } from '../target/backend.ts';
import { takeStateLock } from '../target/held-lock.ts';
import { misnamedFailure, unfinishedFailure, warnOfOthers } from './forget.ts';

type Side = Readonly<ReturnType<typeof sideOf>>;

/** `to`: the name of the other configuration, or its directory in the repository. */
export async function moveToConfiguration(
  session: Session,
  patterns: readonly string[],
  { to, isDryRun }: { readonly to: string; readonly isDryRun: boolean },
) {
  if (!isDryRun) requireTty(session, 'a handover must be confirmed', 'add --yes, or --dry-run to write nothing');
  const own = await loadWithBackend(session, 'writing');
  const found = await targetNamed(session, own, to);
  const other = { ...found.loaded, ...(await openBackendOf(found.session, found.loaded, own)) };
  const addresses = addressesIn(patterns, own.desired);
  const task = { source: sideOf(session, own), target: sideOf(found.session, other), addresses, isDryRun };
  await handOver(task, await takeLocks(task));
}

function sideOf(session: Session, opened: LoadedConfig & OpenedBackend) {
  const { directory, desired } = opened;
  return { ...opened, session, name: nameOfConfiguration(session, { directory, name: desired.name }) };
}

async function targetNamed(session: Session, { directory, desired, file }: LoadedConfig, name: string) {
  const root = rootOf(directory);
  const { configuration: _, ...settings } = session.settings;
  const others = configurationsIn(session, root).filter((path) => resolve(root, path) !== file);
  // A configuration with problems must not prevent a handover between other configurations.
  for (const path of others.filter((each) => mayHaveName(session, root, { path: each, name }))) {
    const there = resolve(root, dirname(path));
    const other = { ...session, settings: { ...settings, directory: there, namedDirectory: there } };
    const loaded = await loadConfig(other, { mayBeOpen: true });
    if (nameOfConfiguration(session, { directory: there, name: loaded.desired.name }) !== name) continue;
    const { organization } = loaded.desired;
    if (organization === '' || desired.organization === '' || organization === desired.organization)
      return { session: other, loaded };
    throw refusal(`${path} is for another organization (${organization})`, 'name a configuration of this organization');
  }
  throw refusal(
    `no configuration ${name} in this Git repository`,
    `create NAME/docform.yaml first; configurations: ${others.map((path) => dirname(path)).join(', ') || '(none)'}`,
  );
}

/** The locks are always taken in the order of names, so two handovers never wait for each other. */
async function takeLocks({ source, target, isDryRun }: Task) {
  const { session } = source;
  const isDatabase = /^postgres/.test(session.settings.backendUrl ?? '');
  if (source.ledger.place === target.ledger.place && !isDatabase)
    throw refusal('both configurations have the same ledger', 'give each configuration its own ledger');
  const locks = new Map<Side, StateLock>();
  const release = async () => {
    for (const lock of locks.values()) await lock.release();
  };
  for (const side of isDryRun ? [] : [source, target].sort((a, b) => (a.name < b.name ? -1 : 1)))
    locks.set(side, await takeStateLock(side.session, side.ledger));
  if (!isDryRun) session.catchInterrupts(() => void release().finally(() => session.io.quit(exitCode.interrupted)));
  return locks;
}

interface Task {
  readonly source: Side;
  readonly target: Side;
  readonly addresses: readonly string[];
  readonly isDryRun: boolean;
}

async function handOver(task: Task, locks: ReadonlyMap<Side, StateLock>) {
  const { source, target, isDryRun } = task;
  const { session } = source;
  const { handed, edits } = await prepare(task);
  if (edits.source.texts.size > 0) await warnOfOthers(session, handed.moved, source, 'mv --to');
  const root = rootOf(source.directory);
  const inRoot = (side: Side, texts: ReadonlyMap<string, string>) =>
    [...texts].map(([file, text]) => [relative(root, resolve(side.session.settings.directory, file)), text] as const);
  const texts = new Map([...inRoot(source, edits.source.texts), ...inRoot(target, edits.target.texts)]);
  const before = new Map([source, target].flatMap((side) => inRoot(side, side.validation.sources)));
  const diff = unifiedDiff(new Map([...texts.keys()].map((file) => [file, before.get(file) ?? ''])), texts);
  const [own, other] = [locks.get(source), locks.get(target)];
  if (own !== undefined && other !== undefined) {
    await requireAgreedEdit(session, diff);
    // At each point, one of the configurations both declares the objects and has their ledger entries.
    await writeEdit(target.session, target.validation, edits.target.texts);
    await other.save(handed.target.ledger, { lock: own, place: source.ledger.place, ledger: handed.source.ledger });
    await own.save(handed.source.ledger);
    await writeEdit(session, source.validation, edits.source.texts);
  }
  const report: HandoverReport = {
    from: source.name,
    to: target.name,
    files: [...texts.keys()],
    diff,
    isDryRun,
    moved: handed.moved.map(({ address, id }) => ({ address, id: id ?? null })),
  };
  session.result(session.isJson ? handoverJson(report) : handoverText(report, { paint: session.paintResult }));
}

async function prepare({ source, target, addresses }: Task) {
  const [own, other] = [await source.ledger.load(), await target.ledger.load()];
  const { desired } = source;
  const received = new Set(target.desired.resources.flatMap((each) => (each.isExternal ? [] : [each.address])));
  const left = addresses.filter((address) => {
    const why = misnamed(address, desired, own.ledger);
    const isDone = why !== undefined && other.ledger.resources[address] !== undefined && received.has(address);
    if (why !== undefined && !isDone) throw misnamedFailure(address, why);
    if (address.split('/').length !== 2)
      throw refusal(`${address} is not at the top level`, 'hand over the whole top-level resource, such as sites/docs');
    return !isDone;
  });
  for (const [{ open }, { desired: its }] of [
    [own, source],
    [other, target],
  ] as const) {
    const unfinished = unfinishedAround(left, open, its);
    if (unfinished.length > 0) throw unfinishedFailure(unfinished);
  }
  const result = handed({
    addresses: left,
    source: { desired, ledger: own.ledger },
    target: { desired: target.desired, ledger: other.ledger },
  });
  const [fault] = result.faults;
  if (fault !== undefined) throw faultFailure(fault, target.name);
  const pruned = prunedAfter(result.moved, desired);
  if (pruned.length > 0) {
    const names = someNames(
      Array.from(pruned, ({ address }) => address),
      3,
    );
    const hint = 'remove `prune: all`: two configurations share the list from now on';
    throw refusal(`the list of ${names} has \`prune: all\``, hint);
  }
  const edits = await handoverEdits(result, source, target);
  const [refused] = [...edits.target.refused, ...edits.source.refused];
  if (refused !== undefined)
    throw refusal(`${refused.address} cannot be moved: ${refused.reason}`, 'change the block or the target first');
  return { handed: result, edits };
}

type Fault = Awaited<ReturnType<typeof prepare>>['handed']['faults'][number];

function faultFailure({ is, address, span, from = { address, span } }: Fault, name: string) {
  const place = `${span.file}:${span.line}`;
  switch (is) {
    case 'taken':
      return refusal(`${name} has another ${address} (${place})`, 'rename one of them with `docform mv` first');
    case 'inward':
      return refusal(
        `${from.address} (${from.span.file}:${from.span.line}) refers to ${address}, which cannot be external`,
        'remove the reference, or hand over both resources',
      );
    case 'pending':
      return refusal(`${address} (${place}) is not in the ledger`, 'run `docform apply` first');
  }
}

function refusal(message: string, hint: string) {
  return usageFailure(`${message}; nothing was changed`, hint, 'E-HANDOVER');
}
