/** Minimal examples of bugs that the laws found in generated organizations. */
import { expect, test } from 'vitest';
import { TransportError } from '../../src/contract/transport-error.ts';
import type { Desired } from '../../src/core/state.ts';
import { apply } from '../../src/library/apply.ts';
import { plan } from '../../src/library/plan.ts';
import { remoteChanges } from '../../src/plan/result/change.ts';
import { mortal } from '../chaos/hazards.ts';
import { desiredOf } from '../laws/desired-of.ts';
import {
  type Arrival,
  arriveAt,
  arriveWhole,
  carryOut,
  cutOffAfter,
  faultsOf,
  type Journey,
  openJourney,
  planUnblocked,
  seededUnmanaged,
  unmanagedOf,
} from '../laws/journey.ts';
import type { Fields, Outline } from '../laws/outline.ts';
import { shownIn } from '../laws/shown-content.ts';
import { withholding } from '../laws/withheld-change.ts';
import { speak } from '../server/open.ts';

function wanted(journey: Journey, outline: Outline): Desired {
  return desiredOf(outline, journey.reference.organization, journey.seeded);
}

/** Reaches the desired state with one apply, and has an empty second plan. */
async function reach(journey: Journey, outline: Outline | Desired): Promise<Arrival> {
  const arrival = await arriveWhole(journey, 'resources' in outline ? outline : wanted(journey, outline));
  expect(await again(journey, arrival.desired)).toEqual([]);
  return arrival;
}

async function again(journey: Journey, desired: Desired): Promise<readonly string[]> {
  const { plan: made } = await plan({ desired, platform: journey.platform, ledger: journey.backend });
  return remoteChanges(made).map(({ action, address }) => `${action} ${address}`);
}

async function idOf(journey: Journey, address: string): Promise<string> {
  return (await journey.backend.load()).ledger.resources[address]?.id ?? '';
}

function writesOf({ applying }: Arrival): readonly string[] {
  return applying.flatMap(({ request: { method, path } }) =>
    method === 'GET' ? [] : [`${method} ${path.split('/').at(method === 'POST' ? -1 : -2)}`],
  );
}

type Items = readonly Fields[];

function section(key: string, spaces: readonly string[]): Fields {
  return { section: key, title: `Part ${key}`, spaces: flat(...spaces) };
}

function site(structure: Items, fields: Fields = {}): { readonly docs: Fields } {
  return { docs: { title: 'Docs', ...fields, structure } };
}

function flat(...spaces: string[]): Items {
  return spaces.map((space) => ({ space }));
}

function copy(title: string, source = 'home') {
  return { title, copyOf: source };
}

test('null is sent for a level that would differ by default in new collections and copied spaces', async () => {
  const journey = openJourney();
  const closed = { defaultLevel: null };
  await reach(journey, {
    collections: { shelf: { title: 'Shelf', parent: null, ...closed } },
    spaces: { a: { ...copy('A'), ...closed } },
  });
});

test('an empty visitor schema is not created', async () => {
  const journey = openJourney();
  const { report } = await reach(journey, { sites: { docs: { title: 'Docs', visitor: {} } } });
  expect(report.counts.done).toBe(1);
});

test('a new group with the wrapper of a flat site is placed before new sections in one apply', async () => {
  const journey = openJourney();
  await reach(journey, { sites: site(flat('home')) });
  const group = { group: 'g', title: 'Group', sections: [section('old', ['home'])] };
  await reach(journey, { sites: site([group, section('new', ['notes'])]) });
});

test('a section of a group is created after the section that creates the wrapper, with any default section', async () => {
  const journey = openJourney();
  const group = { group: 'g', title: 'Group', sections: [section('a', ['born'])] };
  const items = [section('z', ['home']), section('y', ['born', 'home']), group];
  const { applying } = await reach(journey, {
    spaces: { born: { title: 'Born' } },
    sites: site(items, { defaultSection: 'a' }),
  });
  const titles = applying.flatMap(({ request }) =>
    request.method === 'POST' && request.path.endsWith('/sections') ? [(request.body as { title: string }).title] : [],
  );
  expect(titles[0]).toBe('Part z');
});

test('a space is deleted after the wrapper that contains its last site-space', async () => {
  const journey = openJourney();
  await reach(journey, { spaces: { a: copy('A') }, sites: site(flat('a')) });
  await reach(journey, { sites: site([section('new', ['home'])]) });
});

test('a wrapper with unmanaged spaces is kept, and no later plan deletes it', async () => {
  const journey = openJourney();
  await reach(journey, { sites: site(flat('home')) });
  await speak(journey.reference).post(`~/sites/${await idOf(journey, 'sites/docs')}/site-spaces`, {
    spaceId: journey.seeded.notes,
  });
  await reach(journey, { sites: site([section('new', ['home'])]) });
});

test('the address of a dropped section is correct after a move, even if its delete is interrupted', async () => {
  const journey = openJourney();
  await reach(journey, { sites: site([section('kept', ['home']), section('old', ['home'])]) });
  const renamed = wanted(journey, {
    sites: { help: { title: 'Docs', structure: [section('kept', ['home'])] } },
  });
  const { planned, desired } = await planUnblocked(journey, renamed);
  expect(desired.moved.map(({ from, to }) => `${from} ${to}`)).toEqual(['sites/docs sites/help']);
  journey.intercept = () => () => {
    throw new TransportError('the connection is gone', false);
  };
  await apply(planned, { platform: journey.platform, ledger: journey.backend, maxWaitMs: 0 });
  journey.intercept = (send) => send;
  expect(await again(journey, desired)).toEqual(['delete sites/help/sections/old']);
});

test('the first site-space of a new site stays in the ledger until its wrapper is deleted', async () => {
  const journey = openJourney();
  const desired = wanted(journey, {
    spaces: { born: { title: 'Born' } },
    sites: site([section('only', ['born'])]),
  });
  const { planned } = await planUnblocked(journey, desired);
  let writes = 0;
  journey.intercept = (send) => (request, options) => {
    if (request.method !== 'GET' && ++writes > 1) throw new TransportError('the connection is gone', false);
    return send(request, options);
  };
  await apply(planned, { platform: journey.platform, ledger: journey.backend, concurrency: 1, maxWaitMs: 0 });
  journey.intercept = (send) => send;
  await reach(journey, desired);
  const left = await plan({ desired, platform: journey.platform, ledger: journey.backend });
  expect(left.plan.unmanaged.map(({ list }) => list)).toEqual(['spaces']);
});

test('after a lost connection, the next plan asks about no link that the platform added with a new site', async () => {
  for (const writes of [1, 2, 3, 4, 5]) {
    const journey = openJourney();
    const desired = wanted(journey, {
      spaces: { born: { title: 'Born' } },
      sites: site([{ group: 'g', title: 'Group', sections: [section('only', ['born', 'home'])] }]),
    });
    const { planned } = await planUnblocked(journey, desired);
    cutOffAfter(journey, writes);
    await carryOut(journey, planned, 0);
    journey.intercept = (send) => send;
    const { plan: next } = await journey.plan(desired);
    expect(next.changes.flatMap(({ address, blocked }) => blocked && `${address} ${blocked.code}`)).not.toContainEqual(
      expect.stringContaining('(wrapper)'),
    );
    await reach(journey, desired);
    expect(journey.blocks).toEqual([]);
    journey.reference.close();
  }
});

test('a move replaces the ledger entry of a deleted object', async () => {
  const journey = openJourney();
  const [docs, help] = [{ title: 'Docs' }, { title: 'Help' }];
  await reach(journey, { sites: { docs, help } });
  await speak(journey.reference).delete(`~/sites/${await idOf(journey, 'sites/help')}`);
  const { desired } = await reach(journey, { sites: { help: docs } });
  expect(desired.moved).toHaveLength(1);
});

test('spaces of a flat site are reordered even if a group was added outside docform', async () => {
  const journey = openJourney();
  await reach(journey, { sites: site(flat('home', 'notes')) });
  await speak(journey.reference).post(`~/sites/${await idOf(journey, 'sites/docs')}/section-groups`, {
    title: 'By hand',
  });
  expect(writesOf(await reach(journey, { sites: site(flat('notes', 'home')) }))).toHaveLength(1);
});

test('the default site-space is deleted with one request if only unmanaged ones remain', async () => {
  const journey = openJourney();
  await reach(journey, { sites: site(flat('home')) });
  await speak(journey.reference).post(`~/sites/${await idOf(journey, 'sites/docs')}/site-spaces`, {
    spaceId: journey.seeded.notes,
  });
  expect(writesOf(await reach(journey, { sites: site([]) }))).toEqual(['DELETE site-spaces']);
});

test('the last space of a kept section is not deleted, and the plan prints a remedy', async () => {
  const journey = openJourney();
  await reach(journey, { sites: site([section('s', ['home'])]) });
  const desired = wanted(journey, { sites: site([section('s', ['home'])]) });
  const emptied = {
    ...desired,
    resources: desired.resources.filter(({ kind }) => kind !== 'site-space'),
    orders: { 'sites/docs': ['sites/docs/sections/s'], 'sites/docs/sections/s': [] },
  };
  const { plan: made } = await plan({ desired: emptied, platform: journey.platform, ledger: journey.backend });
  const [blocked] = made.changes.flatMap((change) => change.blocked ?? []);
  expect(blocked).toMatchObject({
    code: 'B-LAST-ITEM',
    hint: 'delete sites/docs/sections/s, or list another site-space in it',
  });
});

test('the only site-space of a section is replaced by one with the same path and condition', async () => {
  const journey = openJourney();
  const structure = [{ ...section('s', []), spaces: [{ space: 'home', path: 'en' }] }];
  const desired = wanted(journey, { sites: site(structure) });
  await reach(journey, desired);
  const others = desired.resources.filter(({ address }) => address !== 'spaces/notes');
  const resources = others.map((resource) => ({
    ...resource,
    replace: true,
    ...(resource.address === 'spaces/home' ? { pin: journey.seeded.notes ?? '' } : {}),
  }));
  const arrival = await arriveAt(journey, { ...desired, resources });
  expect(faultsOf(arrival.report)).toEqual([]);
  expect(writesOf(arrival)).toEqual(['POST site-spaces', 'PATCH sections', 'DELETE site-spaces', 'PATCH site-spaces']);
  expect(await again(journey, arrival.desired)).toEqual([]);
});

test('a value that requires a changed custom field is set after that change', async () => {
  const journey = openJourney();
  const options = (...names: string[]) => ({
    customFields: { f: { type: 'select:single', options: names } },
    spaces: { a: { ...copy('A'), fields: { f: names[0] } } },
  });
  await reach(journey, options('draft'));
  const { planned } = await planUnblocked(journey, wanted(journey, options('live')));
  expect(planned.plan.steps.find(({ id }) => id === 'spaces/a/fields#update')?.needs).toContain(
    'customFields/f#update',
  );
});

/** Applies one step at a time; the process is killed at this entry of the journal, which is written or not. */
async function killedAt(journey: Journey, desired: Desired, at: number, isWritten: boolean): Promise<void> {
  const { planned } = await planUnblocked(journey, desired);
  await carryOut({ ...journey, backend: mortal(journey.backend, at, isWritten) }, planned, 0);
}

/** The first apply is killed after its first create, the second after it has closed this create in the journal. */
async function killedTwice(journey: Journey, desired: Desired): Promise<void> {
  await killedAt(journey, desired, 3, false);
  await killedAt(journey, desired, 2, true);
}

const wrapper = 'sites/docs/sections/(wrapper)';
const claim = { type: 'boolean', description: 'A claim' };

test('the section that the platform added around flat spaces is deleted after two killed applies', async () => {
  const journey = openJourney();
  await reach(journey, { sites: site(flat('home')) });
  const desired = wanted(journey, { sites: site([section('new', ['notes'])]) });
  await killedTwice(journey, desired);
  expect(writesOf(await reach(journey, desired))).toEqual(['PATCH sites', 'DELETE sections']);
  expect(journey.blocks.filter((block) => block.includes('(wrapper)'))).toEqual([]);
});

test.each<[string, object]>([
  ['title', { title: 'Handbook' }],
  ['description', { description: 'Kept by Bo' }],
  ['condition', { condition: 'visitor.claims.unsigned.beta == true' }],
  ['icon', { icon: 'book' }],
])('the plan asks before it deletes that section if somebody has changed its %s', async (_, fields) => {
  const journey = openJourney();
  await reach(journey, { sites: site(flat('home'), { visitor: { unsigned: { beta: claim } } }) });
  const desired = wanted(journey, {
    sites: site([section('new', ['notes'])], { visitor: { unsigned: { beta: claim } } }),
  });
  await killedAt(journey, desired, 3, false);
  const { plan: made } = await journey.plan(desired);
  const id = made.ids[wrapper] ?? '';
  await speak(journey.reference).patch(`~/sites/${made.ids['sites/docs']}/sections/${id}`, fields);
  const changes = (await journey.plan(desired)).plan.changes.filter(({ address }) => address === wrapper);
  expect(changes).toMatchObject([{ action: 'delete', blocked: { code: 'B-NO-FINGERPRINT' } }]);
});

test('the plan asks before it deletes that section if the configuration keeps removed links', async () => {
  const journey = openJourney();
  await reach(journey, { sites: site(flat('home')) });
  const desired = wanted(journey, { sites: site([section('new', ['notes'])]) });
  await killedAt(journey, desired, 3, false);
  const lists = desired.lists.map((list) =>
    list.list === 'sites/docs/spaces' ? { ...list, prune: 'never' as const } : list,
  );
  const prune = (kind: string) => (kind === 'site-space' ? 'never' : desired.policy.prune(kind));
  const kept = { ...desired, lists, policy: { ...desired.policy, prune } };
  const changes = (await journey.plan(kept)).plan.changes.filter(({ address }) => address === wrapper);
  expect(changes).toMatchObject([{ action: 'delete', blocked: { code: 'B-NO-FINGERPRINT' } }]);
});

test('the plan does not delete that section if somebody has added a space to it', async () => {
  const journey = openJourney();
  await reach(journey, { sites: site(flat('home')) });
  const desired = wanted(journey, { sites: site([section('new', ['notes'])]) });
  await killedAt(journey, desired, 3, false);
  const { plan: made } = await journey.plan(desired);
  await speak(journey.reference).post(`~/sites/${made.ids['sites/docs']}/site-spaces`, {
    spaceId: journey.seeded.notes,
    sectionId: made.ids[wrapper],
  });
  const changes = (await journey.plan(desired)).plan.changes.filter(({ address }) => address === wrapper);
  expect(changes).toMatchObject([{ action: 'delete', blocked: { code: 'B-CONTAINS-UNMANAGED' } }]);
});

test('the section that the platform added stays known if the next apply is limited to the new section', async () => {
  const journey = openJourney();
  await reach(journey, { sites: site(flat('home')) });
  const desired = wanted(journey, { sites: site([section('new', ['notes'])]) });
  await killedAt(journey, desired, 3, false);
  const { planned } = await planUnblocked(journey, desired, { only: ['sites/docs/sections/new'] });
  expect(planned.plan.changes.map(({ action, address }) => `${action} ${address}`)).toEqual([
    'adopt sites/docs/sections/new',
    'adopt sites/docs/sections/new/spaces/notes',
  ]);
  await carryOut(journey, planned, 0);
  expect(writesOf(await reach(journey, desired))).toEqual(['PATCH sites', 'DELETE sections']);
});

test('a space that was created with its site is found after two killed applies', async () => {
  const journey = openJourney();
  const desired = wanted(journey, { spaces: { born: { title: 'Born' } }, sites: site(flat('born')) });
  await killedTwice(journey, desired);
  expect(writesOf(await reach(journey, desired))).toEqual(['PATCH spaces']);
  expect(unmanagedOf(await journey.plan(desired))).toEqual(seededUnmanaged.filter((name) => name === 'spaces: Stray'));
});

test('the first section in reading order has the root URL of a new site in every order of the steps', async () => {
  for (const order of [0, 1, 4, 7, 11]) {
    const journey = openJourney();
    const structure = [
      section('first', ['home']),
      { group: 'g', title: 'Group', sections: [section('second', ['notes'])] },
    ];
    const { planned } = await arriveWhole(journey, wanted(journey, { sites: site(structure) }), order);
    const { urls } = await shownIn(journey);
    expect([...urls]).toContainEqual([
      'https://acme.docs.example.com/sites/docs',
      { site: 'sites/docs', space: 'seeded home' },
    ]);
    expect(JSON.stringify(planned.plan.navigation)).toContain('"isDefault":true');
    journey.reference.close();
  }
});

test('without one of its changes, a site does not become flat in part', async () => {
  const journey = openJourney();
  const before = [section('a', ['home']), section('b', ['notes']), section('c', ['home', 'notes'])];
  await arriveWhole(journey, wanted(journey, { sites: site(before) }));
  const { planned } = await planUnblocked(
    journey,
    wanted(journey, { teams: { apart: { title: 'Apart' } }, sites: site(flat('home', 'notes')) }),
  );
  for (const change of planned.plan.changes.filter(({ address }) => address.startsWith('sites/docs/'))) {
    const { plan: half } = await withholding(planned, change);
    expect(
      half.changes.map(({ address }) => address),
      `${change.action} ${change.address}`,
    ).toEqual(['teams/apart']);
  }
  journey.reference.close();
});
