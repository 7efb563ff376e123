/** Fields before and after: what they refer to by name, and what differs within a text marked. */
import { type Html, html, isolated } from '../../markup/html.ts';
import type { FieldChange } from '../../plan/change.ts';
import type { ChangeView } from '../../plan/plan-view.ts';
import { oneLine } from '../sanitize.ts';
import { originText } from '../words.ts';
import { lineOf } from './source.ts';
import type { Titles } from './titles.ts';
import { come, gone, onlyHtml, pairHtml } from './values.ts';

export function fieldsHtml({ span }: ChangeView, fields: readonly FieldChange[], told: (field: FieldChange) => Html): Html {
  if (fields.length === 0) return html``;
  return html`<dl>${fields.map((field) => html`<dt>${oneLine(field.field)}<dd>${told(field)}${field.span !== undefined && field.span.line !== span?.line && lineOf(field.span)}`)}</dl>`;
}

export function fieldHtml(change: ChangeView, field: FieldChange, titles: Titles): Html {
  const { before, after, origin } = field;
  const options = field.isUncut === true ? { isUncut: true } : {};
  const [was, is] = [before, after].map((value) => referredHtml(change, field, value, titles));
  if (change.action === 'delete') return was === undefined ? onlyHtml(before, 'gone', options) : gone(was);
  if (before === undefined) return is === undefined ? onlyHtml(after, 'new', options) : come(is);
  const told =
    was === undefined && is === undefined
      ? pairHtml(field, options)
      : html`${was === undefined ? onlyHtml(before, 'gone', options) : gone(was)} → ${is === undefined ? onlyHtml(after, 'new', options) : come(is)}`;
  return html`${told}${originText(origin)}`;
}

function referredHtml(change: ChangeView, { isReference }: FieldChange, value: unknown, titles: Titles): Html | undefined {
  const isAddress = isReference === true || change.action === 'move';
  return isAddress && typeof value === 'string' ? nameHtml(change, value, titles) : undefined;
}

/** An address with the name and the id of what is there: within the same site or team, without what they share. */
export function nameHtml({ objects, address: own }: ChangeView, address: string, titles: Titles): Html {
  const object = objects.find((each) => each.address === address);
  const shared = `${own.split('/').slice(0, 2).join('/')}/`;
  const short = address.startsWith(shared) ? address.slice(shared.length) : address;
  const title = titles.get(address) ?? object?.title;
  return html`<code>${oneLine(short)}</code>${title !== undefined && html` ${isolated(oneLine(title))}`}${object && html` <small>${oneLine(object.id)}</small>`}`;
}
