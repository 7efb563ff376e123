/** The resources that a site-structure file of Git Sync claims, and their merge with the declarations around them. */
import { type Address, listOf } from '../../core/address.ts';
import { defined } from '../../core/defined.ts';
import { keyOfTitles } from '../../core/slug.ts';
import { type Shapes, shapeOf } from '../../kinds/shape.ts';
import type { ConfigurationDraft, DraftResource } from '../blocks/draft.ts';
import { register } from '../blocks/resources.ts';
import type { SyncedFile } from '../files/include.ts';
import type { ProblemList } from '../problem-list.ts';
import { type Claimed, type Claims, isClaimedField, structureKinds, writtenFields } from './claimed-fields.ts';
import { declareSite } from './declare-site.ts';
import { siteFileIn } from './read-site-file.ts';

export function readClaims(files: readonly SyncedFile[], shapes: Shapes, problems: ProblemList): Claims {
  const claims = new Map<Address, Claimed>();
  const reserved = new Set<string>();
  for (const { path, node, span, site } of files) {
    const siteFile = siteFileIn(node, problems);
    if (siteFile === undefined) continue;
    const key = site ?? keyOfTitles([siteFile.title?.value ?? ''], shapeOf({ shapes }, 'site'));
    const { declaration } = declareSite(siteFile, { key, keys: 'title', shapes, isClaim: true, reserved });
    const { resources, orders } = declaration;
    const first = claims.get(`sites/${key}`);
    if (first !== undefined) {
      problems.add('E-SITE-FILE-DUPLICATE', span, {
        message: `${path} and ${first.resource.span.file} both describe sites/${key}`,
        hint: 'write `site: KEY` in both items of `include`',
      });
      continue;
    }
    for (const resource of resources) {
      claims.set(resource.address, { resource, ...defined({ order: orders[resource.address] }) });
      if (resource.kind === 'space') reserved.add(resource.key);
    }
  }
  return claims;
}

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
    ...defined({ order, ignored: ignored.length === 0 ? undefined : ignored }),
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
