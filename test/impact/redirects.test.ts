/** Redirects lead to the URLs after the apply in one step, and never away from an existing page. */
import { expect, test } from 'vitest';
import type { Platform } from '../../src/server/index.ts';
import { arriveAt, type Journey } from '../laws/journey.ts';
import { journeys, pairsOf } from '../laws/law.ts';
import { speak } from '../server/open.ts';
import { fileServer, followed, nginxServer } from '../support/followed.ts';

interface Shown {
  readonly id: string;
  readonly site: string;
  readonly space: string;
  readonly address: string;
  readonly isRoot: boolean;
}

/** Every space of a site, with its URL. */
async function shownOn(platform: Platform): Promise<readonly Shown[]> {
  const { list } = speak(platform);
  const shown = (await list('~/sites')).map(async (site) =>
    (await list(`~/sites/${site.id}/site-spaces`)).flatMap(({ id, space, urls }): readonly Shown[] => {
      const address = urls?.published;
      if (address === undefined) return [];
      return [{ id, site: site.id, space: space?.id ?? '', address, isRoot: address === site.urls?.published }];
    }),
  );
  return (await Promise.all(shown)).flat();
}

/** The API cannot publish new sites, so responses are changed. */
const publishing: Journey['intercept'] = (send) => async (request, options) => {
  const response = await send(request, options);
  return {
    ...response,
    body: JSON.parse(JSON.stringify(response.body ?? null).replaceAll('"published":false', '"published":true')),
  };
};

test('a redirect leads from an old URL to the current URL of the space', async () => {
  const seen = { moved: 0, ended: 0, kept: 0 };
  await journeys(20, [pairsOf('sites')], async (journey, { before, after }) => {
    journey.intercept = publishing;
    for (const outline of [before, after]) {
      const former = await shownOn(journey.reference);
      const { planned } = await arriveAt(journey, journey.wanted(outline));
      const now = await shownOn(journey.reference);
      const redirects = planned.plan.redirects ?? [];
      for (const server of [nginxServer(redirects), fileServer(redirects)]) {
        // Existing pages have no redirect.
        for (const { address } of now) expect(followed(server, address)).toEqual({ end: address, hops: 0 });
        for (const old of former) check(old, { former, now }, server, seen);
      }
    }
  });
  expect(seen.moved).toBeGreaterThan(20);
  expect(seen.ended).toBeGreaterThan(5);
  expect(seen.kept).toBeGreaterThan(20);
});

function check(
  old: Shown,
  { former, now }: { readonly former: readonly Shown[]; readonly now: readonly Shown[] },
  server: ReturnType<typeof nginxServer>,
  seen: { moved: number; ended: number; kept: number },
) {
  const { end, hops } = followed(server, old.address);
  const isTaken = now.some(({ address }) => address === old.address);
  // The same link, or a new link to the same space.
  const isNew = (id: string) => former.every((each) => each.id !== id);
  const then =
    now.find(({ id }) => id === old.id) ??
    now.find(({ id, site, space }) => isNew(id) && site === old.site && space === old.space);
  if (isTaken || old.isRoot || then === undefined) {
    expect({ old, hops }).toEqual({ old, hops: 0 });
    seen[then === undefined ? 'ended' : 'kept'] += 1;
    return;
  }
  expect({ old, hops }).toEqual({ old, hops: 1 });
  const ends = now.filter(({ address }) => address === end);
  expect(ends.map(({ space }) => space)).toEqual([old.space]);
  seen.moved += 1;
  // Pages below are redirected as far as the rules can express them.
  const page = followed(server, `${old.address}/a-page`).end;
  expect([`${end}/a-page`, `${old.address}/a-page`]).toContain(page);
}
