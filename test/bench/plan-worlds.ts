/** Generates input for the benchmark of the planner: a desired and a live state of a given size that differ in one respect. */

import type { Address } from '../../src/core/address.ts';
import { orderMark } from '../../src/core/ledger-marks.ts';
import type {
  Desired,
  DesiredList,
  DesiredResource,
  DesiredValue,
  Ledger,
  LedgerEntry,
  Live,
  LiveList,
  LiveObject,
} from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { shapeOf } from '../../src/kinds/shape.ts';
import { computeLastApplied } from '../../src/plan/fields/compare.ts';

/** Kinds of changes in sites of 500 sections, then other structures without changes. */
export const scenarios = [
  'no-op',
  'changed',
  'new',
  'reversed',
  'gone',
  'emptied',
  'wide',
  'many sites',
  'deep',
] as const;
export type Scenario = (typeof scenarios)[number];

/** Sections per site. */
const sectionsIn: { readonly [S in Scenario]?: number } = { wide: Number.POSITIVE_INFINITY, 'many sites': 5 };
const usualSections = 500;
/** Depth of nested collections. */
const depth = 100;
const span = { file: 'docform.yaml', line: 1, column: 1, length: 1 };

interface WorldDraft {
  readonly resources: DesiredResource[];
  readonly lists: DesiredList[];
  readonly orders: { [container: Address]: Address[] };
  readonly objects: LiveObject[];
  readonly liveLists: LiveList[];
  readonly liveOrders: { [id: string]: string[][] };
  readonly entries: { [address: Address]: LedgerEntry };
  readonly entryOrders: { [container: Address]: string };
}

/** Generates about `size` resources: teams, spaces, and sites of sections with one site-space each; or only nested collections. */
export function worldOf(size: number, scenario: Scenario): { desired: Desired; live: Live; ledger: Ledger } {
  const draft: WorldDraft = {
    resources: [],
    lists: [],
    orders: {},
    objects: [],
    liveLists: [],
    liveOrders: {},
    entries: {},
    entryOrders: {},
  };
  const teams = Math.floor(size * 0.2);
  const spaces = Math.max(1, Math.floor(size * 0.1));
  if (scenario === 'deep') return deepWorld(draft, size);
  list(draft, 'teams', 'team', null);
  list(draft, 'spaces', 'space', null);
  list(draft, 'sites', 'site', null);
  for (let at = 0; at < teams; at++)
    add(draft, scenario, at, {
      address: `teams/t${at}`,
      kind: 'team',
      parent: null,
      parentId: null,
      fields: { title: `Team ${at}` },
    });
  for (let at = 0; at < spaces; at++)
    add(draft, 'no-op', at, {
      address: `spaces/p${at}`,
      kind: 'space',
      parent: null,
      parentId: null,
      fields: { title: `Space ${at}` },
    });
  for (let site = 0; draft.resources.length < size; site++)
    addSite(
      draft,
      scenario,
      site,
      Math.min(sectionsIn[scenario] ?? usualSections, Math.ceil((size - draft.resources.length) / 2)),
      spaces,
    );
  return statesOf(draft, scenario);
}

function statesOf(draft: WorldDraft, scenario: Scenario): { desired: Desired; live: Live; ledger: Ledger } {
  const policy = { prune: () => 'owned' as const, protect: ['site', 'space'], maxDeletes: 10 };
  const lists = draft.lists.map(({ list: address }) => address);
  return {
    desired: { organization: 'org', ...declared(draft, scenario), moved: [], policy },
    live: { objects: draft.objects, lists: draft.liveLists, orders: draft.liveOrders },
    ledger: { resources: draft.entries, lists, orders: draft.entryOrders },
  };
}

/** Generates nested collections, each in the one before. */
function deepWorld(draft: WorldDraft, size: number): { desired: Desired; live: Live; ledger: Ledger } {
  list(draft, 'collections', 'collection', null);
  for (let at = 0; at < size; at++) {
    const parent = at % depth === 0 ? null : `collections/c${at - 1}`;
    const fields = { title: `Collection ${at}`, parent: parent === null ? null : { ref: parent } };
    const liveFields = { title: `Collection ${at}`, ...(parent === null ? {} : { parent: `id-${parent}` }) };
    add(draft, 'no-op', at, {
      address: `collections/c${at}`,
      kind: 'collection',
      parent: null,
      parentId: null,
      fields,
      liveFields,
    });
  }
  return statesOf(draft, 'deep');
}

/** For `gone`, the configuration lacks every second site; for `emptied`, it contains only empty lists. */
function declared(
  { resources, lists, orders }: WorldDraft,
  scenario: Scenario,
): Pick<Desired, 'resources' | 'lists' | 'orders'> {
  if (scenario === 'emptied')
    return { resources: [], lists: lists.filter((each) => !each.list.includes('/')), orders: {} };
  if (scenario !== 'gone') return { resources, lists, orders };
  const stays = (address: Address): boolean => Number(/^sites\/s(\d+)/.exec(address)?.[1] ?? 0) % 2 === 0;
  return {
    resources: resources.filter(({ address }) => stays(address)),
    lists: lists.filter((each) => stays(each.list)),
    orders: Object.fromEntries(Object.entries(orders).filter(([container]) => stays(container))),
  };
}

function list(draft: WorldDraft, address: Address, kind: string, parentId: string | null): void {
  draft.lists.push({ list: address, kind, prune: 'owned', pruneIsNamed: false });
  draft.liveLists.push({ kind, parentId });
}

interface Addition {
  readonly address: Address;
  readonly kind: string;
  readonly parent: Address | null;
  readonly parentId: string | null;
  readonly fields: { readonly [field: string]: DesiredValue };
  readonly liveFields?: LiveObject['fields'];
}

/** Declares a resource and, except in `new`, adds it to platform and ledger as after an apply. In `changed`, every hundredth differs. */
function add(
  draft: WorldDraft,
  scenario: Scenario,
  at: number,
  { address, kind, parent, parentId, fields, liveFields }: Addition,
): string {
  const id = `id-${address}`;
  const isChanged = scenario === 'changed' && at % 100 === 0;
  draft.resources.push({
    address,
    kind,
    key: address.slice(address.lastIndexOf('/') + 1),
    parent,
    fields: isChanged ? { ...fields, title: `Changed ${at}` } : fields,
    span,
    fieldSpans: {},
  });
  if (scenario === 'new') return id;
  draft.objects.push({ kind, id, parentId, fields: liveFields ?? (fields as LiveObject['fields']) });
  const applied = computeLastApplied(shapeOf({ shapes }, kind), fields);
  draft.entries[address] = { id, ...(kind === 'site' || kind === 'space' ? { protect: true } : {}), applied };
  return id;
}

function addSite(draft: WorldDraft, scenario: Scenario, number: number, sections: number, spaces: number): void {
  const site = `sites/s${number}`;
  const siteId = add(draft, scenario, 1, {
    address: site,
    kind: 'site',
    parent: null,
    parentId: null,
    fields: { title: `Site ${number}` },
  });
  list(draft, `${site}/sections`, 'section', siteId);
  list(draft, `${site}/groups`, 'section-group', siteId);
  const order: Address[] = [];
  const liveOrder: string[] = [];
  for (let at = 0; at < sections; at++) {
    const section = `${site}/sections/x${at}`;
    const fields = { title: `Section ${at}`, path: `x${at}`, group: null };
    const sectionId = add(draft, scenario, at, {
      address: section,
      kind: 'section',
      parent: site,
      parentId: siteId,
      fields,
      liveFields: { ...fields, default: `id-${section}/spaces/p` },
    });
    const space = `spaces/p${at % spaces}`;
    const siteSpace = `${section}/spaces/p`;
    const siteSpaceId = add(draft, scenario === 'changed' ? 'no-op' : scenario, at, {
      address: siteSpace,
      kind: 'site-space',
      parent: section,
      parentId: sectionId,
      fields: { space: { ref: space } },
      liveFields: { space: `id-${space}`, path: 'p' },
    });
    list(draft, `${section}/spaces`, 'site-space', sectionId);
    order.push(section);
    liveOrder.push(sectionId);
    draft.orders[section] = [siteSpace];
    draft.liveOrders[sectionId] = [[siteSpaceId]];
  }
  draft.orders[site] = order;
  if (scenario !== 'new' && sections > 1) draft.entryOrders[site] = orderMark(liveOrder);
  draft.liveOrders[siteId] = [scenario === 'reversed' ? liveOrder.reverse() : liveOrder];
}
