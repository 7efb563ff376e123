/** The lists that expectations need, and that a plan or a drift report may not have read. */
import { mayBePublished, permissionKinds, withCollectionsAbove } from '../../access/audience/of-object.ts';
import { type State, sitesIn } from '../../access/audience/state.ts';
import type { Expectation } from '../../core/expectation.ts';
import type { KindName, LiveObject } from '../../core/state.ts';
import type { Scene } from '../impact/simulation/scene.ts';

const kindsOf: { readonly [of in Exclude<Expectation['of'], 'rule'>]: readonly KindName[] } = {
  public: ['site'],
  readers: ['member', 'team', 'collection', 'space', 'site'],
  atLeast: ['member'],
  among: ['member', 'organization', 'link-invite'],
  urls: ['site'],
};

/** Lists of the top level. */
export function neededKinds(expectations: readonly Expectation[]): ReadonlySet<KindName> {
  return new Set(expectations.flatMap((each) => (each.of === 'rule' ? (each.kinds ?? []) : kindsOf[each.of])));
}

interface NeededIn {
  readonly parent: LiveObject;
  readonly kinds: readonly KindName[];
}

/** Lists in objects of the states before and after. */
export function neededIn(scene: Scene, expectations: readonly Expectation[]): readonly NeededIn[] {
  const found = [scene.before, scene.after].flatMap((state) =>
    expectations.flatMap((expectation) => neededFor(scene, state, expectation)),
  );
  // New objects have an address as id, and nothing to read.
  return found.filter(({ parent }) => !parent.id.includes('/'));
}

function neededFor({ addressOf }: Scene, state: State, expectation: Expectation): readonly NeededIn[] {
  const published = sitesIn(state).filter(mayBePublished);
  const linked = published.filter(({ fields }) => fields.visibility === 'share-link').map(listsIn('share-link'));
  switch (expectation.of) {
    case 'public':
      return linked.filter(({ parent }) => !expectation.sites.includes(addressOf(parent)));
    case 'urls':
      return published.map(listsIn('site-space', 'redirect'));
    case 'readers': {
      const space = state.childrenOf('space', null).find((each) => addressOf(each) === expectation.space);
      if (space === undefined) return [];
      const places = withCollectionsAbove(state, space);
      const holders = places.flatMap(({ id }) =>
        state.childrenOf('team-permission', id).map(({ fields }) => fields.team),
      );
      const teams = state
        .childrenOf('team', null)
        .filter((team) => expectation.who.includes(addressOf(team)) || holders.includes(team.id));
      return [
        ...published.map(listsIn('site-space')),
        ...linked,
        ...places.map(listsIn(...permissionKinds)),
        ...teams.map(listsIn('team-member')),
      ];
    }
    default:
      return [];
  }
}

function listsIn(...kinds: readonly KindName[]) {
  return (parent: LiveObject): NeededIn => ({ parent, kinds });
}
