/** Checks that the objects of a ledger exist at another host or in another organization. */
import type { Address } from '../core/address.ts';
import { usageFailure } from '../core/docform-error.ts';
import { isExternalBlock, type Ledger, parseExternalMark } from '../core/state.ts';
import type { LedgerTarget } from '../ledger/ledger.ts';
import type { StateBackend } from '../ledger/state-backend.ts';
import { parentAddress } from '../plan/context/world.ts';
import { matchResources } from '../plan/identity/matched.ts';
import { type PlanOptions, readForPlan } from './plan-input.ts';

export interface Mismatch {
  readonly address: Address;
  readonly id: string;
  /** `missing`: no object of this kind has the id. `unknown`: it could not be read. */
  readonly problem: 'missing' | 'container' | 'unknown';
}

type Compared = Omit<Mismatch, 'problem'> & { readonly problem: Mismatch['problem'] | undefined };

/** Sends only GET requests. `from`: the former target. Returns the ledger with the id of the new organization, and the number of compared ids. */
export async function checkMove(options: PlanOptions, from: LedgerTarget) {
  const ledger = inOrganization(await wholeLedger(options.ledger), from.organization, options.desired.organization);
  const resources = options.desired.resources.filter(isExternalBlock);
  const desired = { ...options.desired, resources, orders: {}, lists: [], moved: [] };
  const load = async () => ({ ledger, open: [], serial: '' });
  const backend = { ...options.ledger, load, others: async () => [] };
  const { input, requests } = await readForPlan({ ...options, desired, ledger: backend });
  const { world, matches } = matchResources(input);
  const found = new Map(matches.dropped.map(({ address, live }) => [address, live]));
  const gone = new Set(matches.gone);
  const external = new Map(
    Object.entries(ledger.external ?? {}).map(([address, mark]) => [address, parseExternalMark(mark).id]),
  );
  const placeOf = (address: Address): string | null | undefined => {
    const parent = parentAddress(world, address);
    return parent === null ? null : (ledger.resources[parent]?.id ?? external.get(parent));
  };
  const compared = [
    ...Object.entries(ledger.resources).map(([address, { id }]): Compared => {
      const live = found.get(address);
      if (live === undefined) return { address, id, problem: gone.has(address) ? 'missing' : 'unknown' };
      return { address, id, problem: live.parentId === placeOf(address) ? undefined : 'container' };
    }),
    ...[...external].flatMap(([address, id]): readonly Compared[] => {
      const match = matches.at.get(address);
      const isThere = match?.live?.id === id;
      return match === undefined
        ? []
        : [{ address, id, problem: isThere ? undefined : match.live ? 'missing' : 'unknown' }];
    }),
  ];
  const mismatches = compared.filter((each): each is Mismatch => each.problem !== undefined);
  return { ledger, ids: compared.length, mismatches, requests: requests() };
}

/** Throws DocformError if the ledger is empty, or if an apply was interrupted: only the former host can complete its requests. */
export async function wholeLedger({ load, place }: StateBackend): Promise<Ledger> {
  const { ledger, open, unsaved } = await load();
  const isWhole = open.length === 0 && unsaved === undefined;
  if (isWhole && Object.keys(ledger.resources).length > 0) return ledger;
  throw usageFailure(
    `${place}: ${isWhole ? 'the ledger is empty' : 'an apply was interrupted'}`,
    isWhole ? 'check --from, --from-organization and --env' : 'run `docform apply` at the former host first',
    'E-LEDGER-MOVE',
  );
}

/** The settings have the id of the organization. */
function inOrganization(ledger: Ledger, former: string, organization: string): Ledger {
  const all = Object.entries(ledger.resources);
  const moved = all.map(([address, entry]) => [address, entry.id === former ? { ...entry, id: organization } : entry]);
  return { ...ledger, resources: Object.fromEntries(moved) };
}
