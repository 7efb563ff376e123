/** Checks that every object of a ledger exists at another host or in another organization. */
import type { Address } from '../core/address.ts';
import { externalIn, isExternalBlock } from '../core/external.ts';
import type { Ledger, LiveObject } from '../core/state.ts';
import type { LedgerTarget } from '../ledger/ledger.ts';
import { startDraft } from '../plan/plan.ts';
import { kindOf, parentOf, type World } from '../plan/world.ts';
import { type PlanOptions, readForPlan } from './plan.ts';

export interface Mismatch {
  readonly address: Address;
  readonly id: string;
  /** `missing`: the id does not exist as this kind. `container`: it is in another container. `unknown`: it could not be read. */
  readonly problem: 'missing' | 'container' | 'unknown';
}

type Compared = Omit<Mismatch, 'problem'> & { readonly problem: Mismatch['problem'] | undefined };

export interface MoveCheck {
  /** The ledger, with the id of the new organization. */
  readonly ledger: Ledger;
  /** Number of compared ids. */
  readonly ids: number;
  readonly mismatches: readonly Mismatch[];
  readonly requests: number;
}

/** Sends only GET requests. `from`: the former target. */
export async function checkMove(options: PlanOptions, known: Ledger, from: LedgerTarget): Promise<MoveCheck> {
  const ledger = inOrganization(known, from.organization, options.desired.organization);
  const resources = options.desired.resources.filter(isExternalBlock);
  const desired = { ...options.desired, resources, orders: {}, lists: [], moved: [] };
  const load = async () => ({ ledger, open: [], serial: '' });
  const backend = { ...options.ledger, load, others: async () => [] };
  const { input, requests } = await readForPlan({ ...options, desired, ledger: backend });
  const { world, matches } = startDraft(input);
  const found = new Map(matches.dropped.map(({ address, live }) => [address, live]));
  const gone = new Set(matches.gone);
  const external = Object.entries(ledger.external ?? {}).flatMap(([address, mark]): readonly Compared[] => {
    const match = matches.at.get(address);
    const { id } = externalIn(mark);
    if (match === undefined) return [];
    return [{ address, id, problem: match.live?.id === id ? undefined : match.live ? 'missing' : 'unknown' }];
  });
  const own = Object.entries(ledger.resources).map(([address, { id }]): Compared => {
    const live = found.get(address);
    if (live === undefined) return { address, id, problem: gone.has(address) ? 'missing' : 'unknown' };
    return { address, id, problem: isInPlace(world, address, live) ? undefined : 'container' };
  });
  const all = [...own, ...external];
  const mismatches = all.filter((each): each is Mismatch => each.problem !== undefined);
  return { ledger, ids: all.length, mismatches, requests: requests() };
}

/** The settings have the id of the organization. */
function inOrganization(ledger: Ledger, former: string, organization: string): Ledger {
  const entries = Object.entries(ledger.resources).map(
    ([address, entry]) => [address, entry.id === former ? { ...entry, id: organization } : entry] as const,
  );
  return { ...ledger, resources: Object.fromEntries(entries) };
}

function isInPlace(world: World, address: Address, live: LiveObject): boolean {
  const parent = parentOf(world, address);
  if (parent === null) return live.parentId === null && live.kind === kindOf(world, address);
  const mark = world.external.get(parent);
  const id = world.ledger.get(parent)?.id ?? (mark === undefined ? undefined : externalIn(mark).id);
  return live.parentId === id;
}
