/** Replaces declared values by live ones in the fields that drifted. */
import type { DesiredResource } from '../core/state.ts';
import { asMap, type Value } from '../core/value.ts';
import { state } from '../declaration/amendment.ts';
import { whyLeftOut } from '../declaration/as-declared.ts';
import { withField, withKey, withoutField, withoutKey } from '../declaration/fields.ts';
import type { KindShape } from '../kinds/shape.ts';
import type { DriftEntry } from './entry.ts';
import type { Taking } from './taking.ts';

export function takeFields(taking: Taking, { address, kind, fields: changed = [] }: DriftEntry): void {
  const { amendment, liveAt, shapes } = taking;
  const resource = amendment.at.get(address);
  const shape = shapes.get(kind);
  const live = liveAt.get(address);
  if (resource === undefined || shape === undefined) return;
  let fields = resource.fields;
  for (const { field, after } of changed) {
    // Another object of the same name: only the ledger has to learn that.
    if (field === 'id') continue;
    const taken = takeField(taking, { shape, resource: { ...resource, fields }, live }, field, after);
    if ('reason' in taken) taking.notTaken.push({ address, field, reason: taken.reason });
    else fields = taken.fields;
    if ('isReleased' in taken) taking.released.push({ address, field });
  }
  state(amendment, resource, fields);
}

interface Pair {
  readonly shape: KindShape;
  readonly resource: DesiredResource;
  /** Missing: a configuration cannot declare it at all. */
  readonly live: DesiredResource | undefined;
}

type Taken = { readonly fields: DesiredResource['fields']; readonly isReleased?: true } | { readonly reason: string };

function takeField({ live: asDeclared }: Taking, { shape, resource, live }: Pair, field: string, after: Value): Taken {
  const [name = field, ...rest] = field.split('.');
  const known = shape.fields[name];
  if (known?.secret !== undefined) return { reason: 'it is never written where others may read it: change it by hand' };
  const value = live?.fields[name];
  const why = whyLeftOut(asDeclared, resource.address, name) ?? whyLeftOut(asDeclared, resource.address);
  if (known?.type.is === 'keyed') {
    const key = rest.join('.');
    const now = asMap(value)[key];
    // A value that the platform no longer has, and that cannot be stated as nothing, is left out, and so no longer managed.
    const fields = now === undefined ? withoutKey(resource.fields, name, key) : withKey(resource.fields, name, key, now);
    return after === null ? { fields, isReleased: true } : { fields };
  }
  if (value === undefined && after === null && why === undefined && known !== undefined && !known.required && !known.clearable)
    return { fields: withoutField(resource.fields, name), isReleased: true };
  if (value === undefined) return { reason: why ?? 'a configuration cannot state the value that the platform has' };
  return { fields: withField(resource.fields, shape, name, value) };
}
