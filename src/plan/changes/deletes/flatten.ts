/** Deletes the last section of a site that becomes flat. */
import { addChange, type Draft } from '../../draft/draft.ts';
import { isDeleting } from '../../draft/drafted.ts';
import { addNeed } from '../../draft/edges.ts';

/** If a sectioned site becomes flat, its spaces are linked again after the last section is deleted. The user has to allow the loss. */
export function flattenSites(draft: Draft): void {
  if (draft.steps.size === 0) return;
  for (const site of draft.matches.at.values()) {
    const words = site.shape.wraps;
    if (words === undefined || site.live === undefined) continue;
    const wrappers = draft.world.liveIn(words.wrapper, site.live.id);
    const children = draft.matches.childrenOf(words.child, site.resource.address);
    if (wrappers.length === 0 || children.length === 0) continue;
    const staying = wrappers.filter((live) => !isDeleting(draft, live));
    for (const child of children) {
      const create = draft.steps.get(`${child.resource.address}#create`);
      if (create === undefined) continue;
      for (const live of wrappers) addNeed(create, draft.steps.get(`${draft.deleting.get(live)}#delete`)?.id);
      const made = addChange(draft, child.resource, 'create');
      if (staying.length > 0) {
        made.blocked ??= {
          code: 'B-SECTIONED',
          reason: `${site.resource.address} still has ${staying.length} ${words.wrapper}s that this plan does not delete`,
          hint: `declare the space in a ${words.wrapper}`,
        };
      } else if (!site.resource.replace) {
        made.blocked ??= {
          code: 'B-REPLACE',
          reason: `${site.resource.address} would lose its ${words.wrapper}s, and docform would recreate all its site-spaces`,
          hint: `set \`replace: true\` on ${site.resource.address} to allow it`,
        };
      }
    }
  }
}
