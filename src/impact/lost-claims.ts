/** Finds conditions that use claims which the visitor schema no longer defines. */
import { type ClaimUse, parseCondition } from '../core/condition.ts';
import type { Impact } from '../core/impact.ts';
import type { LiveObject } from '../core/state.ts';
import { asMap } from '../core/value.ts';
import { isCondition } from '../kinds/field.ts';
import { onceOfShape, shapeOf } from '../kinds/shape.ts';
import { siteSpacesOf } from './addresses.ts';
import { audienceOf, isShownWhole, shownBy } from './readers.ts';
import { parentIn, type Scene } from './scene.ts';

type Claim = Pick<ClaimUse, 'name' | 'isUnsigned'>;

const conditionFields = onceOfShape(({ fields }) =>
  Object.entries(fields).flatMap(([name, field]) => (isCondition(field) ? [name] : [])),
);

/** Validation checks declared conditions. These conditions are undeclared, or belong to another configuration. */
export function lostClaims(scene: Scene): readonly Impact[] {
  return scene.before.live.objects.flatMap((before) => {
    if (before.kind !== 'adaptive-schema') return [];
    const after = scene.after.find(before.kind, before.id, before.parentId);
    const gone = after === before ? [] : claimsOf(before).filter((claim) => !isAmong(claimsOf(after), claim));
    const site = gone.length === 0 ? undefined : parentIn(scene.after, scene.shapes, before);
    return site === undefined ? [] : [...usesOf(scene, site, before, gone), ...maybeUsed(scene, site, before, gone)];
  });
}

function claimsOf(schema: LiveObject | undefined): readonly Claim[] {
  const named = (name: 'claims' | 'unsigned') => Object.keys(asMap(schema?.fields[name]));
  return [
    ...named('claims').map((name) => ({ name, isUnsigned: false })),
    ...named('unsigned').map((name) => ({ name, isUnsigned: true })),
  ];
}

function isAmong(claims: readonly Claim[], { name, isUnsigned }: Claim): boolean {
  return claims.some((each) => each.name === name && each.isUnsigned === isUnsigned);
}

function usesOf(scene: Scene, site: LiveObject, schema: LiveObject, gone: readonly Claim[]): readonly Impact[] {
  const { after, shapes } = scene;
  return [...after.childrenOf('section', site.id), ...siteSpacesOf(after, site)].flatMap((object) =>
    conditionFields(shapeOf({ shapes }, object.kind)).flatMap((field) => {
      const condition = parseCondition(String(object.fields[field] ?? ''));
      const used = 'fault' in condition ? [] : gone.filter((claim) => isAmong(condition.claims, claim));
      return used.length === 0
        ? []
        : [{ ...useOf(scene, site, object, field, used), ...scene.sourceOf(scene.addressOf(schema)) }];
    }),
  );
}

function useOf(scene: Scene, site: LiveObject, object: LiveObject, field: string, used: readonly Claim[]): Impact {
  const address = scene.addressOf(object);
  return {
    ...{ on: 'readers', topic: 'unknown', severity: 'high-risk', address, field },
    subject: scene.titleOf(object),
    what: `its condition uses ${claimNames(used)}, which the visitor schema no longer defines`,
    before: object.fields[field] ?? null,
    who: audienceOf(site),
    details: ['whether everyone or nobody can see it: (unknown, the contract does not say)', ...shownBy(scene, object)],
  };
}

/** Unread conditions may use the claims too. */
function maybeUsed(scene: Scene, site: LiveObject, schema: LiveObject, gone: readonly Claim[]): readonly Impact[] {
  if (isShownWhole(scene.after, site)) return [];
  const address = scene.addressOf(schema);
  return [
    {
      ...{ on: 'readers', topic: 'unknown', severity: 'notable', address, subject: scene.titleOf(site) },
      what: `the visitor schema no longer defines ${claimNames(gone)}`,
      who: audienceOf(site),
      details: ['conditions that use it: (unknown, not all content of the site was read)'],
      ...scene.sourceOf(address),
    },
  ];
}

function claimNames(claims: readonly Claim[]): string {
  return claims.map(({ name, isUnsigned }) => `the ${isUnsigned ? 'unsigned ' : ''}claim "${name}"`).join(', ');
}
