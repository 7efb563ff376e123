/** What more people can read or write after an apply that did not complete, as text and JSON. */
import { joinSome } from '../../core/count.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { Exposed, Unmade } from '../../core/exposed.ts';
import { type List, line, literal, painted } from '../blocks/block.ts';
import { orNull } from '../wording/sanitize.ts';

/** Each object in one sentence: `Partner Guide is visible to anyone now: its condition was not set.` */
export function exposedLists(exposed: readonly Exposed[] = []): readonly List[] {
  if (exposed.length === 0) return [];
  const heading = literal('More people have access now than before this apply, and than planned:');
  const items = exposed.map((each) => ({
    symbol: '!',
    role: 'bad' as const,
    head: painted('bad', line`${sentenceOf(each)}`),
    lines: [
      line`${each.address}`,
      ...(each.spaces.length > 0 ? [line`spaces: ${joinSome(each.spaces, 12)}`] : []),
      line`before: ${each.before}; planned: ${each.planned}`,
    ],
  }));
  return [{ is: 'list', of: 'exposed', heading: painted('bad', heading), items }];
}

function sentenceOf({ subject, on, now, unmade, isPossible }: Exposed) {
  const verb = isPossible ? 'may be' : 'is';
  const state =
    on === 'readers' ? `${subject} ${verb} visible to ${now} now` : `Access to ${subject} ${verb} wider now (${now})`;
  const reasons = withoutMissing(
    isPossible && 'the platform did not answer',
    ...unmade.map((each) => reasonOf(each, subject)),
  );
  return reasons.length === 0 ? `${state}.` : `${state}: ${joinSome([...new Set(reasons)], 4)}.`;
}

function reasonOf({ subject, field, isPlace }: Unmade, own: string) {
  if (field === undefined) return `${subject === own ? 'it' : subject} was not deleted`;
  if (isPlace) return `${subject === own ? 'it' : subject} was not moved (${field})`;
  return subject === own ? `its ${field} was not set` : `${field} of ${subject} was not set`;
}

export function exposedDocument(exposed: readonly Exposed[] = []) {
  return exposed.map(({ address, kind, on, subject, now, before, planned, spaces, unmade, isPossible = false }) => ({
    address,
    kind,
    on,
    subject,
    now,
    before,
    planned,
    spaces,
    isPossible,
    unmade: unmade.map(({ address: at, subject: of, field }) => orNull({ address: at, subject: of, field })),
  }));
}
