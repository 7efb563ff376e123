/** Plans and applies a sequence of configurations to one organization on a reference platform, and records every request. */
import { expect } from 'vitest';
import type { Transport, WireRequest } from '../../src/contract/transport.ts';
import { TransportError } from '../../src/contract/transport-error.ts';
import type { Desired, Ledger } from '../../src/core/state.ts';
import { kindsOfDialect, shapes } from '../../src/kinds/index.ts';
import { parseAddress } from '../../src/kinds/shape.ts';
import type { StateBackend } from '../../src/ledger/state-backend.ts';
import { apply } from '../../src/library/apply.ts';
import { type Planned, plan } from '../../src/library/plan.ts';
import type { PlanScope } from '../../src/library/plan-input.ts';
import { memoryLedger, type Platform } from '../../src/library/platform.ts';
import type { PlanInput } from '../../src/plan/plan.ts';
import type { Plan } from '../../src/plan/result/change.ts';
import { type Allowances, isBlocked } from '../../src/plan/result/change.ts';
import type { ApplyReport } from '../../src/plan/result/outcome.ts';
import { createClient } from '../../src/remote/client/client.ts';
import { fetchLive } from '../../src/remote/live/fetch.ts';
import { createPlatform, type Fixture, type Platform as Reference } from '../../src/server/index.ts';
import { differences } from '../support/arrival.ts';
import { certificateThree } from '../support/certificates.ts';
import { plantedIds, worldOf } from '../support/live-world.ts';
import { localPlatform, strikingWrites } from '../support/local-platform.ts';
import { readFacts } from '../support/platform-facts.ts';
import { inAnyOrder } from './any-order.ts';
import { desiredOf, inContract } from './desired-of.ts';
import type { Keyed } from './draw.ts';
import { heeded } from './heeded.ts';
import type { Pair } from './law.ts';
import { type Outline, people } from './outline.ts';

const definitions = kindsOfDialect('2025-06');

export interface Journey {
  readonly reference: Reference;
  readonly platform: Platform;
  backend: StateBackend;
  /** All requests, with their responses. */
  readonly traffic: Traffic[];
  /** Blocks of all plans, in their order: `B-CONFLICT teams/docs …`. */
  readonly blocks: string[];
  /** Ids of seeded spaces by key. */
  readonly seeded: Keyed<string>;
  /** Ids of seeded members by address. */
  readonly members: Keyed<string>;
  /** Wraps the transport between docform and platform. */
  intercept: (send: Transport) => Transport;
  /** The configuration of an outline, for this organization. */
  wanted(outline: Outline): Desired;
  /** A plan for the current state. */
  plan(desired: Desired, options?: { readonly allowances?: Allowances }): Promise<Planned>;
}

export interface Traffic {
  readonly request: WireRequest;
  readonly reply: unknown;
  readonly status: number;
}

/** Four members in addition to ana, two spaces, an invite, a working provider, and unmanaged objects. */
function seedWorld(): Fixture {
  const roles = ['edit', 'read', 'admin', null];
  return worldOf({
    members: Object.fromEntries(people.map((email, at) => [email, { role: roles[at] }])),
    linkInvites: { inv_1: { role: 'read' } },
    saml: {
      own: { label: 'Own', entityID: 'urn:own', ssoURL: 'https://own.acme.dev/sso', certificate: certificateThree },
    },
    spaces: { home: { title: 'Home' }, notes: { title: 'Notes' }, stray: { title: 'Stray' } },
    collections: { attic: { title: 'Attic' } },
    teams: { guests: { title: 'Guests', members: { 'eve@acme.dev': 'member' } } },
  });
}

export function openJourney(): Journey {
  const world = seedWorld();
  const ids = plantedIds(world);
  const reference = createPlatform({ seed: world, token: 'token-of-ana', strict: true });
  const traffic: Traffic[] = [];
  const journey: Journey = {
    reference,
    backend: memoryLedger(),
    traffic,
    blocks: [],
    seeded: Object.fromEntries(['home', 'notes'].map((key) => [key, ids.get(`spaces/${key}`) ?? ''])),
    members: Object.fromEntries([...ids].filter(([address]) => /^members\/[^/]+$/.test(address))),
    intercept: (send) => send,
    platform: {
      host: 'local',
      dialect: '2025-06',
      close: async () => undefined,
      transport: (request, options) => send(request, options),
    },
    wanted: (outline) => desiredOf(outline, reference.organization, journey.seeded),
    plan: (desired, options) =>
      plan({ desired, platform: journey.platform, ledger: journey.backend, maxWaitMs: 0, ...options }),
  };
  const local = localPlatform(reference);
  const recorded: Transport = async (request, options) => {
    const response = await (await local).transport(request, options);
    traffic.push({ request, reply: response.body, status: response.status });
    return response;
  };
  const send: Transport = (request, options) => journey.intercept(recorded)(request, options);
  return journey;
}

/** Returns to the present state of platform and ledger as often as it is called. The state is that after a complete apply. */
export async function checkpoint(journey: Journey): Promise<() => void> {
  const { ledger, open } = await journey.backend.load();
  expect(open).toEqual([]);
  journey.reference.snapshots.take('checkpoint');
  return () => {
    journey.reference.snapshots.restore('checkpoint');
    journey.backend = memoryLedger(ledger);
  };
}

export interface Arrival {
  readonly planned: Planned;
  readonly report: ApplyReport;
  /** The final configuration, with the `moved` lines and references that blocked plans asked for. */
  readonly desired: Desired;
  readonly allowances: Allowances;
  /** Requests of the plan and of the apply. */
  readonly planning: readonly Traffic[];
  readonly applying: readonly Traffic[];
  readonly ledgerBefore: Ledger;
}

/** Plans until no block remains, and resolves each block as the plan suggests. */
export async function planUnblocked(
  journey: Pick<Journey, 'platform' | 'backend' | 'traffic' | 'blocks'>,
  wanted: Desired,
  scope?: PlanScope,
): Promise<Pick<Arrival, 'planned' | 'desired' | 'allowances' | 'planning'>> {
  let desired = wanted;
  let allowances: Allowances = { addresses: [] };
  for (let round = 0; ; round++) {
    const from = journey.traffic.length;
    const planned = await plan({
      desired,
      platform: journey.platform,
      ledger: journey.backend,
      allowances,
      maxWaitMs: 0,
      ...(scope === undefined ? {} : { scope }),
    });
    const planning = journey.traffic.slice(from);
    if (!isBlocked(planned.plan) && !planned.plan.pending.some(({ toCreate }) => toCreate))
      return { planned, desired, allowances, planning };
    journey.blocks.push(
      ...planned.plan.changes.flatMap(({ address, blocked }) =>
        blocked ? [`${blocked.code} ${address}: ${blocked.reason}`] : [],
      ),
    );
    if (round === 12)
      throw new Error(`still blocked: ${JSON.stringify(planned.plan.changes.filter((change) => change.blocked))}`);
    ({ desired, allowances } = heeded(planned.plan, desired, allowances));
  }
}

export async function carryOut(
  { platform, backend }: Pick<Journey, 'platform' | 'backend'>,
  { plan: made }: { readonly plan: Plan },
  order: number,
): Promise<ApplyReport> {
  const steps = order > 1 ? inAnyOrder(made, order) : made;
  return apply({ plan: steps }, { platform, ledger: backend, concurrency: order === 1 ? 8 : 1, maxWaitMs: 0 });
}

/** `order` 0: one step at a time, as planned; 1: concurrently; any other number: one of the permitted orders. */
export async function arriveAt(journey: Journey, wanted: Desired, order = 0): Promise<Arrival> {
  const ledgerBefore = (await journey.backend.load()).ledger;
  const ready = await planUnblocked(journey, wanted);
  const from = journey.traffic.length;
  const report = await carryOut(journey, ready.planned, order);
  return { ...ready, report, applying: journey.traffic.slice(from), ledgerBefore };
}

/** Applies the configuration: no step fails, and nothing is missing. */
export async function arriveWhole(journey: Journey, wanted: Desired, order = 0): Promise<Arrival> {
  const arrival = await arriveAt(journey, wanted, order);
  expect(faultsOf(arrival.report)).toEqual([]);
  expect(await missing(journey, arrival)).toEqual([]);
  return arrival;
}

/** Cuts the connection after this number of writes. */
export function cutOffAfter(journey: Journey, writes: number): void {
  journey.intercept = strikingWrites((nth, send) => {
    if (nth >= writes) throw new TransportError('the connection is gone', false);
    return send();
  });
}

/** Differences between configuration and platform, read over HTTP. External people have no entry in the ledger. */
export async function missing(
  journey: Journey,
  { desired, planned }: Pick<Arrival, 'desired' | 'planned'>,
): Promise<readonly string[]> {
  const { resources, lists } = (await journey.backend.load()).ledger;
  const members = Object.fromEntries(Object.entries(journey.members).map(([address, id]) => [address, { id }]));
  // Singletons without fields, such as a visitor schema, need not exist.
  const isManaged = ({ kind, fields, isExternal }: Desired['resources'][number]): boolean =>
    !isExternal && (shapes.get(kind)?.singleton !== true || Object.keys(fields).length > 0);
  const managed = { ...desired, resources: desired.resources.filter(isManaged) };
  const pending = planned.plan.pending.map(({ address }) => address);
  return differences(managed, { lists, resources: { ...members, ...resources } }, journey.reference, pending);
}

/** Objects that still exist after they were removed from the configuration, except undeletable and external ones. */
export async function left(
  { reference, backend }: Journey,
  { desired, ledgerBefore }: Arrival,
): Promise<readonly string[]> {
  const facts = await readFacts(reference);
  const { ledger: after } = await backend.load();
  const owned = new Set(Object.entries(after.resources).map(([address, { id }]) => `${kindOf(address)} ${id}`));
  const declared = new Set(desired.resources.map(({ address }) => address));
  return Object.entries(ledgerBefore.resources).flatMap(([address, { id }]) => {
    const kind = kindOf(address);
    const parent = parseAddress(address, shapes)?.at(-2)?.address ?? '';
    const isReleased = declared.has(address) || owned.has(`${kind} ${id}`) || shapes.get(kind)?.undeletable;
    return !isReleased && facts.of(kind, id, ledgerBefore.resources[parent]?.id ?? '') ? [address] : [];
  });
}

/** The input of the planner after the first outline was applied, with the second outline as configuration. */
export async function statesOf(journey: Journey, { before, after }: Pair): Promise<Omit<PlanInput, 'shapes'>> {
  const { organization } = journey.reference;
  await arriveAt(journey, journey.wanted(before));
  const unblocked = await planUnblocked(journey, journey.wanted(after));
  const { ledger } = await journey.backend.load();
  const desired = inContract(unblocked.desired, ledger);
  const client = createClient({ transport: journey.platform.transport });
  const live = await fetchLive(client, { organization, definitions, desired, ledger });
  return { desired, allowances: unblocked.allowances, ledger, live };
}

/** Unmanaged objects of the initial organization. */
export const seededUnmanaged: readonly string[] = [
  'collections: Attic',
  'saml: Own',
  'spaces: Stray',
  'teams: Guests',
  ...['bo', 'eve', 'dan', 'fay', 'ana'].map((name) => `members: ${name}@acme.dev`),
];

export function unmanagedOf({ plan: made }: Pick<Planned, 'plan'>): readonly string[] {
  return made.unmanaged.flatMap(({ list, objects }) => objects.map(({ name }) => `${list}: ${name}`));
}

function kindOf(address: string): string {
  return parseAddress(address, shapes)?.at(-1)?.kind ?? '';
}

export function faultsOf({ changes }: ApplyReport): readonly string[] {
  return changes.flatMap(({ address, action, status, fault }) =>
    status === 'done' ? [] : [`${action} ${address} ${status}: ${fault?.message ?? ''}`],
  );
}
