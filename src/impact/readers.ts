/** Readers of a site or a part of it: who they are, and which spaces they find there, in words for people. */
import { audiences } from '../access/audience.ts';
import { someOf } from '../core/count.ts';
import type { LiveObject } from '../core/state.ts';
import type { Scene } from './scene.ts';

export function audienceOf({ fields }: LiveObject): readonly string[] {
  const visibility = String(fields.visibility ?? '');
  return [audiences[visibility] ?? `those whom ${visibility === '' ? 'its visibility' : visibility} lets in`];
}

/** AI agents read what the site shows as well. */
export function agentsRead({ fields }: LiveObject): readonly string[] {
  return fields.visibility === 'public' && fields.agentsContext === 'included' ? ['AI agents can read it as well'] : [];
}

/** The spaces that readers find there afterwards, by name. */
export function shownBy(scene: Scene, object: LiveObject): readonly string[] {
  const { after, titleOf } = scene;
  if (object.kind === 'site-space') return [];
  const parts = object.kind === 'site' ? after.childrenOf('section', object.id) : [];
  const holders = [object, ...parts];
  const isKnown = holders.every((each) => each.id.includes('/') || after.isWhole('site-space', each.id)) && isPartsKnown(scene, object);
  const titles = [...new Set(holders.flatMap(({ id }) => after.childrenOf('site-space', id)).map(titleOf))];
  return [
    ...(titles.length === 0 ? [] : [`it shows ${someOf(titles, 12)}`]),
    ...(isKnown ? [] : ['not known: all that it shows, as that was not read']),
  ];
}

function isPartsKnown({ after }: Scene, { kind, id }: LiveObject): boolean {
  return kind !== 'site' || after.isWhole('section', id);
}
