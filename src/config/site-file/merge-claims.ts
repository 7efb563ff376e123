/** Merges claims of Git Sync with the declarations of the same objects. */
import { listOf } from '../../core/address.ts';
import { withoutUndefined } from '../../core/defined.ts';
import { shapeOf } from '../../kinds/shape.ts';
import type { ConfigurationDraft, DraftResource } from '../blocks/draft.ts';
import { register } from '../blocks/resources.ts';
import { type Claimed, type Claims, isClaimedField, structureKinds, writtenFields } from './claimed-fields.ts';

/** Merges claims into the draft: declared fields stay, except those that Git Sync writes. */
export function mergeClaims(draft: ConfigurationDraft, claims: Claims): void {
  if (claims.size === 0) return;
  for (const resource of draft.at.values()) reportForeign(draft, claims, resource);
  for (const claimed of claims.values()) mergeClaim(draft, claimed);
  draft.references = draft.references.filter(({ from, field }) => !isIgnored(claims, from, field));
  draft.conditions = draft.conditions.filter(({ of, field }) => !isIgnored(claims, of, field));
  draft.lists = draft.lists.filter(({ list, kind }) => !(structureKinds.includes(kind) && claims.has(listOf(list))));
}

function isIgnored(claims: Claims, resource: DraftResource, field: string) {
  return isClaimedField(claims, resource, field) && resource.claim !== undefined;
}

function mergeClaim(draft: ConfigurationDraft, { resource: claimed, order }: Claimed) {
  const { address, kind, key, parent, span, fields, fieldSpans } = claimed;
  const shape = shapeOf(draft, kind);
  const declared = draft.at.get(address);
  const resource = declared ?? register(draft, shape, { address, key, parent, span });
  const names = writtenFields(kind);
  // The key of a site-space is its space.
  const stated = names.filter(
    (name) => name !== 'space' && name !== 'group' && resource.fieldSpans[name] !== undefined,
  );
  const ignored = [...stated, ...(draft.orders[address] === undefined ? [] : ['order'])];
  for (const name of names) delete resource.fields[name];
  delete draft.orders[address];
  if (fields.space !== undefined) resource.fields.space = fields.space;
  Object.assign(resource.fieldSpans, fieldSpans);
  resource.claim = {
    file: span.file,
    fields,
    ...withoutUndefined({ order, ignored: ignored.length === 0 ? undefined : ignored }),
  };
}

/** An item that the file does not contain would be removed by the next sync. */
function reportForeign(draft: ConfigurationDraft, claims: Claims, { address, kind, parent, span }: DraftResource) {
  const around = parent === null ? undefined : claims.get(parent);
  if (around === undefined || claims.has(address) || !structureKinds.includes(kind)) return;
  const { title } = shapeOf(draft, kind);
  draft.problems.add('E-SITE-FILE-WRITER', span, {
    message: `${address} is not in ${around.resource.span.file}, and Git Sync removes what its file does not contain`,
    label: 'only Git Sync adds items to this site',
    hint: `add the ${title} to ${around.resource.span.file}, or remove it here`,
  });
}
