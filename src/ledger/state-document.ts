/** Ledger and journal as one document that state services take for an empty Terraform state, with docform's part under a key of its own. */

import type { DocformError } from '../core/docform-error.ts';
import { isJsonObject } from '../core/json-object.ts';
import type { Ledger } from '../core/state.ts';
import { type JournalEntry, parseEntry } from './journal.ts';
import { type LedgerTarget, ledgerError, parseLedgerEntry, parseOrders, parsePending } from './ledger.ts';

export interface StateDocument {
  /** Grows by one with each write: services refuse one they have seen. */
  readonly serial: number;
  /** The same for all writes of one state. */
  readonly lineage: string;
  /** Lock id of the last writer: tells whose write came through when an answer was lost. */
  readonly writer: string;
  readonly ledger: Ledger;
  readonly entries: readonly JournalEntry[];
}

/** Whose state it is; an address holds one, and environments of one organization have one each. */
export interface StateTarget extends LedgerTarget {
  readonly environment?: string;
}

const formatVersion = 2;

/** No top-level name beside those of a Terraform state: GitLab reads the body's names as parameters too, `id`, `name` and `ID` among them. */
export function serialiseDocument(
  { serial, lineage, writer, ledger, entries }: StateDocument,
  target: StateTarget,
): string {
  const { host, organization, environment = '' } = target;
  const { lists, orders, pending, resources } = ledger;
  return JSON.stringify({
    version: 4,
    // The first version that wrote this format: some services want a version here.
    terraform_version: '1.0.0',
    serial,
    lineage,
    outputs: {},
    resources: [],
    docform: {
      version: formatVersion,
      host,
      organization,
      environment,
      writer,
      lists,
      orders,
      pending,
      resources,
      journal: entries,
    },
  });
}

/** Throws DocformError where it is damaged, a real Terraform state, or another target's. */
export function parseDocument(text: string, place: string, target: StateTarget): StateDocument {
  const data = parsedJson(text);
  if (!isJsonObject(data)) throw invalid(place, 'what it holds is not a JSON object');
  const { docform: own, serial, lineage } = data;
  if (!isJsonObject(own)) {
    throw invalid(
      place,
      'what it holds was not written by docform',
      'give docform a state of its own: another name at the end of the address',
    );
  }
  if (own.version !== formatVersion) {
    const isOlder = typeof own.version === 'number' && own.version < formatVersion;
    throw invalid(
      place,
      `the state has version ${JSON.stringify(own.version)}, but this docform needs version ${formatVersion}`,
      isOlder ? 'delete the state, then adopt the objects again with docform import' : 'update docform',
    );
  }
  checkTarget(own, place, target);
  const { writer, lists, resources, journal } = own;
  if (typeof serial !== 'number' || typeof lineage !== 'string' || typeof writer !== 'string')
    throw invalid(place, 'serial or lineage is missing');
  if (!Array.isArray(lists) || !lists.every((list) => typeof list === 'string'))
    throw invalid(place, '"lists" is not an array of strings');
  if (!isJsonObject(resources) || !Array.isArray(journal)) throw invalid(place, '"resources" or "journal" is missing');
  const held = Object.entries(resources).map(
    ([address, entry]) => [address, parseLedgerEntry(address, entry, `${place}: `)] as const,
  );
  const entries = journal.map((entry, index) => parseEntry(JSON.stringify(entry), `${place}: journal ${index + 1}`));
  return {
    serial,
    lineage,
    writer,
    ledger: {
      resources: Object.fromEntries(held),
      lists,
      ...parseOrders(own.orders, `${place}: `),
      ...parsePending(own.pending, `${place}: `),
    },
    entries,
  };
}

function checkTarget(own: { readonly [name: string]: unknown }, place: string, target: StateTarget): void {
  const { host, organization, environment = '' } = target;
  if (own.host === host && own.organization === organization && own.environment === environment) return;
  const named = (name: unknown) => (name === '' ? '' : `, environment ${name}`);
  throw ledgerError(
    'E-LEDGER-TARGET',
    `${place}: it belongs to the organization ${own.organization} on ${own.host}${named(own.environment)}, but the target is ${organization} on ${host}${named(environment)}`,
    'give each target a state of its own: another name at the end of the address',
  );
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function invalid(
  place: string,
  what: string,
  hint = 'restore an earlier version of the state in its service',
): DocformError {
  return ledgerError('E-LEDGER-INVALID', `${place}: ${what}`, hint);
}
