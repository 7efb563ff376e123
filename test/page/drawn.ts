/** Renders the page of a state in memory without a socket. */

import type { State } from '../../src/server/control/control.ts';
import type { Fixture } from '../../src/server/fixture/fixture.ts';
import { load } from '../../src/server/fixture/load.ts';
import { createFixture } from '../../src/server/fixture/read.ts';
import type { PageAnswer } from '../../src/server/page/page.ts';
import { renderPage } from '../../src/server/page/page.ts';
import { type Context, withContext, writeIdSeed } from '../../src/server/rules/context.ts';
import type { SeedName } from '../../src/server/rules/fixture-context.ts';
import { openStore } from '../../src/server/store/open-store.ts';
import type { Store } from '../../src/server/store/store.ts';

export const nowMs = Date.UTC(2026, 1, 3, 12);

export interface Drawn {
  readonly store: Store;
  readonly organization: string;
  read<T>(work: (context: Context) => T): T;
  /** The answer to `/_platform/{path}?{search}`. */
  page(path?: string, search?: string): PageAnswer | undefined;
  /** The markup of an existing page. */
  markup(path?: string, search?: string): string;
}

export function draw(seed: SeedName | Fixture, seedNumber = 1): Drawn {
  const store = openStore(':memory:');
  const world = typeof seed === 'string' ? createFixture(seed, seedNumber) : seed;
  const { caller, sequence } = store.transact('write', () => load(store, world));
  writeIdSeed(store, seedNumber, sequence);
  const read = <T>(work: (context: Context) => T): T =>
    store.transact('read', () =>
      withContext({ store, callerId: caller, clock: () => nowMs, origin: 'http://127.0.0.1:1' }, work),
    );
  const page = (path = '', search = ''): PageAnswer | undefined =>
    read((context) => renderPage({ path, search: new URLSearchParams(search), context, state: stateOf(world) }));
  const markup = (path?: string, search?: string): string => page(path, search)?.body ?? `no page ${path}`;
  return { store, organization: world.organizations[0]?.id ?? '', read, page, markup };
}

function stateOf(world: Fixture): State {
  return {
    seed: 'small',
    seedNumber: world.seedNumber,
    organizations: world.organizations.map(({ id, objects }) => ({
      id,
      title: String(objects.find(({ kind }) => kind === 'organization')?.fields.title),
    })),
    digest: '0123456789abcdef',
    objects: 12,
    clock: { now: new Date(nowMs).toISOString(), isFrozen: true, offsetMs: 0 },
    faults: 0,
    requests: 0,
    snapshots: 0,
  };
}
