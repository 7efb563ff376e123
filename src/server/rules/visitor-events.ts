/** Visitor events of a site. */

import { defined } from '../answers.ts';
import type { Context } from '../context.ts';
import { invalid } from '../errors.ts';
import type { Records, Row } from '../records.ts';
import type { Place } from '../rows.ts';
import { isDeeper } from './nesting.ts';

export interface NewEvent extends Partial<Omit<Records['visitor-event'], 'type'>> {
  type: string;
}

const maxClaimDepth = 20;

export function addEvent(
  { store, now, newId }: Context,
  site: string,
  { type, timestamp = now, query, session = {}, location = {} }: NewEvent,
): void {
  const position = Date.parse(timestamp);
  if (Number.isNaN(position)) throw invalid(`body.events: ${JSON.stringify(timestamp)} is not a time`);
  if (isDeeper(session.visitorAuthClaims, maxClaimDepth))
    throw invalid(`body.events: claims are nested more than ${maxClaimDepth} levels deep`);
  const data = defined({ type, timestamp: new Date(position).toISOString(), query, session, location });
  store.insert({
    kind: 'visitor-event',
    id: newId(),
    parent: site,
    scope: site,
    position,
    target: '',
    uniqueKey: null,
    data,
  });
}

export interface Period {
  fromMs: number;
  untilMs: number;
}

const pageSize = 500;

export function* eventsWithin(
  { store }: Context,
  site: string,
  { fromMs, untilMs }: Period,
): Generator<Row<'visitor-event'>> {
  for (let after: Place | undefined = { position: fromMs, id: '' }; after !== undefined; ) {
    const page: readonly Row<'visitor-event'>[] = store.page('visitor-event', site, { after, limit: pageSize });
    for (const row of page) {
      if (row.position >= untilMs) return;
      yield row;
    }
    after = page.length < pageSize ? undefined : page.at(-1);
  }
}
