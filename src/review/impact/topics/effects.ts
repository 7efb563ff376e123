/** The effects of a plan as values that an approval covers: consequences, and the audiences of changed objects by id. */
import type { Audience } from '../../../access/audience/audience.ts';
import { audienceInState, hasAudience } from '../../../access/audience/changes.ts';
import { createDeciders } from '../../../access/audience/deciders.ts';
import { permissionHolder } from '../../../access/audience/of-object.ts';
import { organizationOrUnknown, parentOf } from '../../../access/audience/state.ts';
import type { Address } from '../../../core/address.ts';
import { compareTexts } from '../../../core/compare.ts';
import { withoutMissing, withoutUndefined } from '../../../core/defined.ts';
import { sha256Hex } from '../../../core/digest.ts';
import type { Impact } from '../../../core/impact.ts';
import { canonicalJson } from '../../../core/json.ts';
import type { LiveObject } from '../../../core/state.ts';
import { identityOf } from '../../../kinds/shape.ts';
import type { Change } from '../../../plan/result/change.ts';
import type { CausedEffect } from '../../../plan/result/part.ts';
import { objectFinder, type Scene } from '../simulation/scene.ts';
import { formEffects } from './form-effects.ts';

/** `names`: other names for ids, such as the address that a created object had in an approved plan. */
export function effectsIn(
  scene: Scene,
  changes: readonly Change[],
  impact: readonly Impact[],
  names: ReadonlyMap<string, string> = new Map(),
): readonly CausedEffect[] {
  const audiences = audienceEffects(scene, changes, names);
  const causesAt = new Map(audiences.map(({ effect, causes }) => [effect.address, causes]));
  return [
    ...audiences,
    ...formEffects(scene, changes),
    ...impact.map((each) => impactEffect(each, causesAt.get(each.address))),
  ];
}

/** Titles can change after the approval, so the effect lacks all texts. */
function impactEffect(impact: Impact, causes: readonly Address[] = []): CausedEffect {
  const { topic, address, field, severity, before, after, isUnpublished } = impact;
  return {
    effect: { what: topic, address, ...withoutUndefined({ field, severity, before, after, isUnpublished }) },
    causes: [address, ...causes],
  };
}

/** Of the objects whose audience differs, and of the objects that the changes concern. */
function audienceEffects(
  scene: Scene,
  changes: readonly Change[],
  names: ReadonlyMap<string, string>,
): readonly CausedEffect[] {
  const { before, after, shapes, addressOf } = scene;
  const deciders = createDeciders(before, after);
  const causes = new Map<LiveObject, Address[]>();
  const subjects = new Map<string, LiveObject>();
  const add = (object: LiveObject, cause?: Address) => {
    const key = identityOf(shapes, object);
    const subject = subjects.get(key) ?? object;
    subjects.set(key, subject);
    const known = causes.get(subject) ?? [];
    causes.set(subject, cause === undefined ? known : [...known, cause]);
  };
  const find = [after, before].map(({ live }) => objectFinder(live.objects, addressOf));
  for (const change of changes) {
    const object = find[0]?.(change) ?? find[1]?.(change);
    const subject = object && judgedAround(scene, object);
    if (subject !== undefined) add(subject, change.address);
  }
  const textOf = (audience: Audience) => waysText(audience, names);
  const all = deciders.isEmpty ? [] : [organizationOrUnknown(after), ...after.live.objects, ...before.live.objects];
  for (const object of all) {
    if (!hasAudience(object.kind) || subjects.has(identityOf(shapes, object))) continue;
    if (deciders.of(object).length === 0) continue;
    if (textOf(audienceInState(before, object)) !== textOf(audienceInState(after, object))) add(object);
  }
  return [...subjects.values()].map((object) => ({
    effect: {
      what: 'audience',
      address: addressOf(object),
      id: names.get(object.id) ?? object.id,
      before: sha256Hex(textOf(audienceInState(before, object))),
      after: sha256Hex(textOf(audienceInState(after, object))),
    },
    causes: [...(causes.get(object) ?? []), ...deciders.of(object).flatMap((each) => addressesOf(scene, each))],
  }));
}

/** The object, or the nearest container with an audience. */
function judgedAround({ before, after }: Scene, object: LiveObject): LiveObject | undefined {
  for (let at: LiveObject | undefined = object; at !== undefined; at = parentOf(after, at) ?? parentOf(before, at))
    if (hasAudience(at.kind)) return at;
  return undefined;
}

/** A permission ends with its team or member. */
function addressesOf({ addressOf, before, after }: Scene, object: LiveObject): readonly Address[] {
  const kind = { 'team-permission': 'team', 'member-permission': 'member' }[object.kind];
  if (kind === undefined) return [addressOf(object)];
  const holder = after.find(kind, permissionHolder(object)) ?? before.find(kind, permissionHolder(object));
  return [object, ...withoutMissing(holder)].map(addressOf);
}

function waysText({ ways }: Audience, names: ReadonlyMap<string, string>): string {
  const texts = ways.map((way) => {
    if (names.size === 0) return canonicalJson(way);
    const named = Object.entries(way).map(([key, value]) => [key, names.get(String(value)) ?? value]);
    return canonicalJson(Object.fromEntries(named));
  });
  return [...new Set(texts)].sort(compareTexts).join('\n');
}
