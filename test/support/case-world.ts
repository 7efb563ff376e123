/** Creates the reference platform from the `live` part of a case, and replaces ids by addresses in plans and calls. */
import { parse, stringify } from 'yaml';
import { isWithin, keyIn } from '../../src/core/address.ts';
import type { Dialect } from '../../src/core/dialect.ts';
import { fingerprint } from '../../src/core/digest.ts';
import { canonicalJson } from '../../src/core/json.ts';
import { orderMark } from '../../src/core/ledger-marks.ts';
import type { Desired, Ledger, LedgerEntry } from '../../src/core/state.ts';
import { kindsOfDialect, shapes } from '../../src/kinds/index.ts';
import { memoryLedger } from '../../src/library/platform.ts';
import { createWorld, kindAtAddress } from '../../src/plan/context/world.ts';
import { liveMark } from '../../src/plan/fields/compare.ts';
import { ledgerObject } from '../../src/plan/identity/match.ts';
import { createClient } from '../../src/remote/client/client.ts';
import { createInProcessTransport } from '../../src/remote/client/in-process.ts';
import { fetchLive } from '../../src/remote/live/fetch.ts';
import { createPlatform, type Platform } from '../../src/server/index.ts';
import type { Case, LedgerEntryText } from './case.ts';
import { certificateName } from './certificates.ts';
import { desiredOf } from './desired.ts';
import { admin, organizationId, plantedIds, worldOf } from './live-world.ts';
import { localPlatform, type Through } from './local-platform.ts';

/** Adds the fingerprints of names to ledger entries of removed resources, unless an entry has fingerprints. */
async function withMarksOfDropped(
  ledger: Ledger,
  desired: Desired,
  reference: Platform,
  dialect: Dialect = '2025-06',
): Promise<Ledger> {
  const declared = new Set(desired.resources.map(({ address }) => address));
  const isKept = (address: string): boolean =>
    declared.has(address) || desired.moved.some(({ from }) => isWithin(address, from));
  const dropped = Object.entries(ledger.resources).filter(
    ([address, entry]) => entry.applied === undefined && !isKept(address),
  );
  if (dropped.length === 0) return ledger;
  const { fetch, token, organization } = reference;
  const client = createClient({ transport: createInProcessTransport({ fetch, token }) });
  const live = await fetchLive(client, {
    ...{ organization, definitions: kindsOfDialect(dialect), desired, ledger, isWhole: true },
  });
  const world = createWorld({ desired, live, ledger, shapes });
  const owners = new Map(
    Object.entries(ledger.resources).map(([address, { id }]) => [`${kindAtAddress(world, address)}:${id}`, address]),
  );
  const identities = { addressOf: (kind: string, id: string) => owners.get(`${kind}:${id}`) };
  const marked = dropped.map(([address, entry]): [string, LedgerEntry] => {
    const shape = shapes.get(kindAtAddress(world, address) ?? '');
    const object = shape && ledgerObject(world, address, shape.name, entry.id);
    const found = object && world.liveObject(object.kind, object.id, object.parentId);
    // The name of a role grant is not informative, so the entry also contains the fingerprint of its role.
    const names = found && [...shape.naturalKeys.flat(), ...(shape.shorthand === undefined ? [] : [shape.shorthand])];
    const marks = (names ?? []).flatMap((name) => {
      const [field, value] = [shape?.fields[name], found?.fields[name]];
      return field === undefined || value === undefined || field.change === 'note'
        ? []
        : [[name, liveMark(field, value, identities)] as const];
    });
    return [address, marks.length === 0 ? entry : { ...entry, applied: Object.fromEntries(marks) }];
  });
  return { ...ledger, resources: { ...ledger.resources, ...Object.fromEntries(marked) } };
}

export interface CaseWorld {
  readonly platform: Platform;
  /** Ids by the addresses in `live`. */
  readonly ids: ReadonlyMap<string, string>;
  readonly ledger: Ledger;
}

/** Caches ledgers by all their inputs. Equal fixtures have equal ids. */
const known = new Map<string, Ledger>();

/** `strangers`: members by email address that the case does not contain. */
export async function openCaseWorld(
  each: Case,
  strangers: Case['live']['members'] = {},
  dialect: Dialect = each.dialect ?? '2025-06',
): Promise<CaseWorld> {
  const world = worldOf({ ...each.live, members: { ...each.live.members, ...strangers } });
  const ids = new Map([...plantedIds(world)].filter(([address]) => !(keyIn(address) in strangers)));
  const platform = createPlatform({ seed: world, token: 'token-of-ana', now: ticking(), dialect });
  const trash = Object.entries(each.live.spaces ?? {}).filter(([, block]) => block?.trash === true);
  for (const line of [...trash.map(([key]) => `DELETE /spaces/${key}`), ...each.before])
    await send(platform, line, ids);
  const { live, before, ledger: written, managed, orders, desired, files } = each;
  const key = JSON.stringify({ live, before, written, managed, orders, desired, files, strangers, dialect });
  const ledger =
    known.get(key) ?? (await withMarksOfDropped(ledgerOf(each, ids), desiredOf(each, ids), platform, each.dialect));
  known.set(key, ledger);
  return { platform, ids, ledger };
}

/** Opens a case on its platform, with the options to plan it. */
export async function openCase(
  each: Case,
  through?: Through,
  strangers?: Case['live']['members'],
  dialect: Dialect = each.dialect ?? '2025-06',
) {
  const { platform: reference, ids, ledger } = await openCaseWorld(each, strangers, dialect);
  const platform = { ...(await localPlatform(reference, through)), dialect };
  const allowed = each.allow ? { allowances: each.allow } : {};
  const today = '2026-02-01';
  const options = { desired: desiredOf(each, ids), platform, ledger: memoryLedger(ledger), today, ...allowed };
  return { reference, ids, before: ledger, options };
}

/** A clock that advances by a second at each call, so that results do not depend on the time of a test. */
function ticking(): () => number {
  let now = Date.UTC(2026, 1, 1);
  return () => {
    now += 1000;
    return now;
  };
}

/** Sends a line such as `PATCH /teams/docs { title: Documents }`, with addresses instead of ids in path and body. */
async function send(platform: Platform, line: string, ids: ReadonlyMap<string, string>): Promise<void> {
  const [, method = '', path = '', body = ''] = /^(\w+) \/(\S*) ?(.*)$/.exec(line) ?? [];
  const named = path.replace(/[^/]+/g, (name, at: number) => ids.get(path.slice(0, at) + name) ?? name);
  const root = /^(spaces|collections)\/./.test(path) ? '/v1' : `/v1/orgs/${organizationId}`;
  const json = JSON.stringify(parse(body), (_, value: unknown) =>
    typeof value === 'string' ? (ids.get(value) ?? value) : value,
  );
  const { status } = await platform.fetch(
    new Request(`http://localhost${root}/${named}`, {
      method,
      headers: { authorization: `Bearer ${platform.token}`, 'content-type': 'application/json' },
      ...(body === '' ? {} : { body: json }),
    }),
  );
  if (status >= 300) throw new Error(`${line} answers ${status}`);
}

function ledgerOf({ ledger, managed, live, dialect, orders = {} }: Case, ids: ReadonlyMap<string, string>): Ledger {
  const all = [...ids.keys()].filter(
    (address) => address !== `members/${admin}` || live.members?.[admin] !== undefined,
  );
  const owned = ledger === 'all' ? Object.fromEntries(all.map((address) => [address, address])) : ledgerMap(ledger);
  const resources: { [address: string]: LedgerEntry } = {};
  for (const [address, entry] of Object.entries(owned)) resources[address] = entryOf(address, entry, ids);
  const lists = ledger === 'all' ? all.map((address) => address.slice(0, address.lastIndexOf('/'))) : [];
  const marks = Object.entries(orders).map(([container, members]) => [
    container,
    orderMark(members.map((each) => ids.get(each) ?? each)),
  ]);
  const known = {
    ...(dialect === undefined ? {} : { dialect }),
    ...(marks.length === 0 ? {} : { orders: Object.fromEntries(marks) }),
  };
  return { resources, lists: [...new Set([...lists, ...managed])].sort(), ...known };
}

function ledgerMap(ledger: Exclude<Case['ledger'], 'all'>): { readonly [address: string]: string | LedgerEntryText } {
  return Array.isArray(ledger)
    ? Object.fromEntries(ledger.map((address: string) => [address, address]))
    : (ledger as { readonly [address: string]: string | LedgerEntryText });
}

/** An address that is not in `live` is the id of a deleted object. Sites, spaces and SAML providers are protected by default, as after an apply. */
function entryOf(address: string, entry: string | LedgerEntryText, ids: ReadonlyMap<string, string>): LedgerEntry {
  const { of = address, was = {}, ...rest }: LedgerEntryText = typeof entry === 'string' ? { of: entry } : entry;
  const marks = Object.entries(was).map(([field, value]) => [field, fingerprint(canonicalJson(value))]);
  const applied = marks.length === 0 ? {} : { applied: { ...rest.applied, ...Object.fromEntries(marks) } };
  const protection = /^(sites|spaces|saml)\/[^/]+$/.test(address) ? { protect: true } : {};
  return { id: ids.get(of) ?? of, ...protection, ...rest, ...applied };
}

/** Addresses by id, from `live` and then from the ledger. An object that shares the id of another has no name. */
export function namesOf(ids: ReadonlyMap<string, string>, ledger: Ledger): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const learned = Object.entries(ledger.resources).map(([address, { id }]) => [address, id] as const);
  for (const [address, id] of [...ids, ...learned]) {
    const isSecondName = /^(teams|spaces|collections|sites)\/[^/]+\/(teams|members)\/|\/visitor$|\/fields$/.test(
      address,
    );
    if (!isSecondName && !names.has(id)) names.set(id, address);
  }
  return names;
}

/** Returns `guides:home` for `sites/docs/sections/guides/spaces/home`, and otherwise the last part. */
function shortName(address: string): string {
  const inSection = /\/sections\/([^/]+)\/spaces\/([^/]+)$/.exec(address);
  return inSection ? `${inSection[1]}:${inSection[2]}` : address.slice(address.lastIndexOf('/') + 1);
}

const idText = /(?<![0-9A-Za-z])[0-9A-Za-z]{20}(?![0-9A-Za-z])/g;

/** An object that the platform created along with another, such as the section of a flat site, has no address. */
function nameOf(id: string, names: ReadonlyMap<string, string>): string {
  return names.get(id) ?? (/\d/.test(id) ? '(unnamed)' : id);
}

/** The text of a plan, with addresses instead of ids. */
export function namedText(text: string, names: ReadonlyMap<string, string>): string {
  return text.replace(idText, (id) => nameOf(id, names));
}

/** Certificates by their names. */
function shownBody(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body, (_, value) => (typeof value === 'string' ? certificateName(value) : value)));
}

/** A call as one line with short names instead of ids: `PATCH /sites/docs/sections/guides { title: Guides }`. */
export function namedCall(
  request: { readonly method: string; readonly path: string; readonly body: unknown },
  names: ReadonlyMap<string, string>,
): string {
  const short = (text: string): string => text.replace(idText, (id) => shortName(nameOf(id, names)));
  const path = short(decodeURIComponent(request.path).replace(/^\/v1/, '').replace(`/orgs/${organizationId}`, ''));
  const body =
    request.body === undefined
      ? ''
      : ` ${short(stringify(shownBody(request.body), { collectionStyle: 'flow', lineWidth: 0, flowCollectionPadding: true }).trim())}`;
  return `${request.method} ${path === '' ? '/' : path}${body}`;
}
