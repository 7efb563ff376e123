/** Effects of a plan as cards of a page. */
import { keyIn } from '../../core/address.ts';
import type { NonEmpty } from '../../core/compare.ts';
import type { Impact, ImpactOn } from '../../core/impact.ts';
import { code, type Item, type List, line } from '../blocks/block.ts';
import { textOf } from '../blocks/text.ts';
import { audienceLines, effectLines } from '../parts/effect.ts';
import { alikeAtLarge, sharedOf } from '../parts/impact.ts';
import { oneLine } from '../wording/sanitize.ts';
import { capitalized } from '../wording/words.ts';

const onWords: { readonly [O in ImpactOn]: string } = { readers: 'Readers', people: 'Access' };

/** Effects that differ only in audiences and details are one item. */
export function effectCards(of: string, impact: readonly Impact[]): List {
  return { is: 'list', of, isProse: true, items: alikeAtLarge(impact).map(effectItem) };
}

function effectItem(group: NonEmpty<Impact>): Item {
  const [first] = group;
  const { severity, subject, what, address, on, source } = first;
  const shared = sharedOf(group);
  const facts = effectLines({ ...first, ...shared });
  const item = { word: severity, label: severity === 'high-risk' ? onWords[on] : severity };
  if (group.length > 1) {
    const names = group.map((each) => code(nameOf(each, shared), 'data'));
    return { ...item, head: line`${code(capitalized(oneLine(what)), 'data')}: ${group.length}`, lines: facts, names };
  }
  const one = {
    ...item,
    head: line`${subject}`,
    lines: [code(capitalized(oneLine(what)), 'data'), ...facts],
    names: [code(address)],
  };
  return source === undefined ? one : { ...one, source: `${source.file}:${source.line}` };
}

/** `Handbook  spaces/handbook  Affects: eve@acme.dev`, with the facts that the group does not share. */
function nameOf(impact: Impact, shared: ReturnType<typeof sharedOf>) {
  const { subject, address, who, details, audience } = impact;
  const name = keyIn(address) === subject ? [address] : [subject, address];
  const own = {
    ...impact,
    audience: shared.audience === undefined ? audience : undefined,
    who: shared.who.length === 0 ? who : [],
    details: details.filter((text) => !shared.details.includes(text)),
  };
  return [...name, ...audienceLines(own).map(textOf)].join('  ');
}
