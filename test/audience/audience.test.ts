/** The audience of objects in one state, and its partial order. */
import { describe, expect, test } from 'vitest';
import { isAudienceCovered, uncoveredWays } from '../../src/access/audience/audience.ts';
import { findAudienceChanges } from '../../src/access/audience/changes.ts';
import { audienceOf } from '../../src/access/audience/of-object.ts';
import { indexState, type State } from '../../src/access/audience/state.ts';
import type { LiveObject, Value } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';

type Objects = { readonly [place: string]: { readonly [field: string]: Value } };

/** `site/docs`: a site. `section/guides@docs`: a section in it. */
function objectAt(place: string, fields: LiveObject['fields']): LiveObject {
  const [kind = '', rest = ''] = place.split('/');
  const [id = '', parentId = null] = rest.split('@');
  return { kind, id, parentId, fields };
}

const lists = [
  ...['site', 'space', 'collection', 'member', 'team', 'link-invite'].map((kind) => ({ kind, parentId: null })),
  ...['section', 'site-space', 'share-link'].map((kind) => ({ kind, parentId: 'docs' })),
  { kind: 'site-space', parentId: 'guides' },
  { kind: 'team-member', parentId: 'crew' },
];

function stateWith(objects: Objects, unread: readonly string[] = []): State {
  const all = Object.entries(objects).map(([place, fields]) => objectAt(place, fields));
  const read = lists.filter(({ kind }) => !unread.includes(kind));
  return indexState({ objects: all, lists: read, orders: {} }, shapes);
}

function audience(state: State, place: string) {
  const [kind = '', rest = ''] = place.split('/');
  const [id, parentId] = rest.split('@');
  const object = state.find(kind, id, parentId);
  if (object === undefined) throw new Error(`no ${place}`);
  return audienceOf(state, object);
}

function readersOf(state: State, place: string) {
  return audience(state, place).ways.filter(({ by }) => by === 'site');
}

const shown: Objects = {
  'site/docs': { visibility: 'public', published: true, adaptiveContent: true },
  'section-group/learn@docs': { draft: false, group: null },
  'section/guides@docs': { group: 'learn' },
  'site-space/link@guides': { space: 'runbook', path: 'rb' },
  'collection/internal': { defaultLevel: null, parent: null },
  'space/runbook': { defaultLevel: 'inherit', collection: 'internal' },
};

function changed(place: string, fields: LiveObject['fields'], from: Objects = shown): State {
  return stateWith({ ...from, [place]: { ...from[place], ...fields } });
}

describe('readers', () => {
  test('a space is read through every site that shows it', () => {
    expect(audience(stateWith(shown), 'space/runbook').ways).toEqual([
      { by: 'site', site: 'docs', through: 'link', gate: 'public', conditions: [] },
    ]);
  });

  test.each([
    ['an unpublished site', 'site/docs', { published: false }],
    ['a draft link', 'site-space/link@guides', { draft: true }],
    ['a draft section', 'section/guides@docs', { draft: true }],
    ['a draft group', 'section-group/learn@docs', { draft: true }],
    ['a site with share links, of which there are none', 'site/docs', { visibility: 'share-link' }],
  ])('%s has no readers', (_, place, fields) => {
    expect(readersOf(changed(place, fields), 'space/runbook')).toEqual([]);
  });

  test('a group around a draft group is no way around the draft', () => {
    const nested = { ...shown, 'section-group/all@docs': { draft: true, group: null } };
    expect(readersOf(changed('section-group/learn@docs', { group: 'all' }, nested), 'space/runbook')).toEqual([]);
  });

  test('hidden changes the navigation, and not the access', () => {
    const hidden = changed('site-space/link@guides', { hidden: true });
    expect(readersOf(hidden, 'space/runbook')).toEqual(readersOf(stateWith(shown), 'space/runbook'));
  });

  test('visitors must meet the conditions of the link and of its section, while adaptive content is on', () => {
    const both = {
      ...shown,
      'section/guides@docs': { group: 'learn', condition: 'visitor.claims.a' },
      'site-space/link@guides': { space: 'runbook', condition: 'visitor.claims.b' },
    };
    expect(readersOf(stateWith(both), 'space/runbook')).toMatchObject([
      { conditions: ['visitor.claims.b', 'visitor.claims.a'] },
    ]);
    expect(readersOf(changed('site/docs', { adaptiveContent: false }, both), 'space/runbook')).toMatchObject([
      { conditions: [] },
    ]);
  });

  test('each active share link is a way of its own, and links that were not read are unknown', () => {
    const links = {
      ...shown,
      'site/docs': { visibility: 'share-link', published: true },
      'share-link/a@docs': { active: true },
      'share-link/b@docs': { active: false },
    };
    expect(readersOf(stateWith(links), 'site/docs')).toEqual([
      { by: 'site', site: 'docs', gate: 'share-link', link: 'a', conditions: [] },
    ]);
    expect(readersOf(stateWith(links, ['share-link']), 'site/docs')).toHaveLength(2);
  });
});

const site = { by: 'site', site: 'docs', conditions: [] } as const;
const other = { ...site, site: 'blog' };
const [all, anyone, signedIn] = ['public', 'unlisted', 'visitor-auth'].map((gate) => ({ ...site, gate }));
const [link, anotherLink, unknownLinks] = [
  { ...site, gate: 'share-link', link: 'a' },
  { ...site, gate: 'share-link', link: 'b' },
  { ...site, gate: 'share-link' },
];

describe('the order of ways through sites', () => {
  const holds = (way: object, by: object) =>
    isAudienceCovered({ ways: [way as never], roles: new Map(), unread: new Set() }, [
      { ways: [by as never], roles: new Map(), unread: new Set() },
    ]);

  test.each([
    ['unlisted by public', anyone, all],
    ['a share link by unlisted', link, anyone],
    ['sign-in by a share link of the site', signedIn, link],
    ['a share link by a site that is open to anyone', link, { ...other, gate: 'unlisted' }],
    ['a condition by none', { ...all, conditions: ['a'] }, all],
    ['two conditions by one of them', { ...all, conditions: ['a', 'b'] }, { ...all, conditions: ['b'] }],
    ['unknown links by the same unknown links', unknownLinks, unknownLinks],
  ])('%s is covered', (_, way, by) => {
    expect(holds(way as object, by as object)).toBe(true);
  });

  test.each([
    ['public by unlisted', all, anyone],
    ['a share link by another one', link, anotherLink],
    ['a share link by sign-in', link, signedIn],
    ['sign-in by the sign-in of another site', { ...other, gate: 'visitor-auth' }, signedIn],
    ['sign-in by share links of which none may be active', signedIn, unknownLinks],
    ['another condition', { ...all, conditions: ['a'] }, { ...all, conditions: ['b'] }],
    [
      'a condition by the same text on another site',
      { ...all, conditions: ['a'] },
      { ...other, gate: 'public', conditions: ['a'] },
    ],
    ['an unknown visibility by sign-in', site, signedIn],
    ['a visibility of a newer platform by unlisted', { ...site, gate: 'partners' }, anyone],
  ])('%s is not covered', (_, way, by) => {
    expect(holds(way as object, by as object)).toBe(false);
  });
});

describe('members', () => {
  const people: Objects = {
    ...shown,
    'member/bo': { role: 'edit' },
    'member/kim': { role: 'read' },
    'team/crew': { title: 'Crew' },
    'team-member/bo@crew': { role: 'member' },
  };

  test('a space has the level of its collection, and of each role where nothing sets one', () => {
    const open = changed('collection/internal', { defaultLevel: 'inherit' }, people);
    expect(audience(open, 'space/runbook').ways).toContainEqual({ by: 'role', role: 'edit', level: 'edit' });
    const read = changed('collection/internal', { defaultLevel: 'read' }, people);
    expect(audience(read, 'space/runbook').ways).toContainEqual({ by: 'role', role: 'edit', level: 'read' });
    expect(isAudienceCovered(audience(read, 'space/runbook'), [audience(open, 'space/runbook')])).toBe(true);
    expect(isAudienceCovered(audience(open, 'space/runbook'), [audience(read, 'space/runbook')])).toBe(false);
  });

  test('a permission of a team is one of each known member, also in a collection above', () => {
    const granted = { ...people, 'team-permission/crew@internal': { role: 'admin' } };
    expect(
      uncoveredWays(audience(stateWith(granted), 'space/runbook'), [audience(stateWith(people), 'space/runbook')]),
    ).toEqual([{ by: 'member', id: 'bo', level: 'admin' }]);
    const unread = stateWith(granted, ['team-member']);
    expect(audience(unread, 'space/runbook').ways).toContainEqual({ by: 'team', id: 'crew', level: 'admin' });
  });

  test('a permission that the role already gives is no wider', () => {
    const open = { ...people, 'collection/internal': { defaultLevel: 'inherit', parent: null } };
    const granted = stateWith({ ...open, 'member-permission/bo@runbook': { role: 'comment' } });
    expect(isAudienceCovered(audience(granted, 'space/runbook'), [audience(stateWith(open), 'space/runbook')])).toBe(
      true,
    );
  });

  test('a higher role is wider where the role decides, and not where the default level does', () => {
    const open = { ...people, 'space/handbook': { defaultLevel: 'inherit', collection: null } };
    const [before, after] = [stateWith(open), changed('member/kim', { role: 'create' }, open)];
    expect(uncoveredWays(audience(after, 'space/handbook'), [audience(before, 'space/handbook')])).toEqual([
      { by: 'member', id: 'kim', level: 'create' },
    ]);
    expect(isAudienceCovered(audience(after, 'space/runbook'), [audience(before, 'space/runbook')])).toBe(true);
    const fixed = changed('space/handbook', { defaultLevel: 'read' }, open);
    expect(uncoveredWays(audience(fixed, 'space/handbook'), [audience(before, 'space/handbook')])).toEqual([]);
  });

  test('an unknown level is covered only by the same unknown level', () => {
    const hidden = { ...people, 'space/secret': { defaultLevel: 'inherit', collection: 'not-visible' } };
    const state = stateWith(hidden);
    expect(audience(state, 'space/secret').ways).toEqual([{ by: 'unknown', of: 'not-visible' }]);
    expect(isAudienceCovered(audience(state, 'space/secret'), [audience(stateWith(hidden), 'space/secret')])).toBe(
      true,
    );
    const moved = changed('space/secret', { collection: 'not-visible-either' }, hidden);
    expect(isAudienceCovered(audience(moved, 'space/secret'), [audience(state, 'space/secret')])).toBe(false);
  });
});

describe('the organization', () => {
  const settings: Objects = { 'organization/acme': { defaultRole: 'read', emailDomains: [], inviteLinks: false } };

  test.each([
    ['a domain', 'organization/acme', { emailDomains: ['acme.dev'] }, 1],
    ['a higher default role', 'organization/acme', { defaultRole: 'edit' }, 1],
    ['link invites', 'organization/acme', { inviteLinks: true }, 1],
    ['a link invite while they are off', 'link-invite/x', { role: 'edit' }, 0],
  ])('%s widens it by %s', (_, place, fields, number) => {
    const [before, after] = [stateWith(settings), changed(place, fields, settings)];
    const gained = findAudienceChanges(before, after).flatMap((each) => each.gained);
    expect(gained).toHaveLength(number);
  });
});

describe('a moment between two states', () => {
  test('is wider than both if each of them restricts another way', () => {
    const before = changed('site/docs', { visibility: 'visitor-auth' });
    const after = changed('section/guides@docs', { condition: 'visitor.claims.a' });
    const between = stateWith(shown);
    const of = (state: State) => audience(state, 'space/runbook');
    expect(isAudienceCovered(of(between), [of(before), of(after)])).toBe(false);
    expect(isAudienceCovered(of(after), [of(before), of(after)])).toBe(true);
  });

  test('changes name the ways of each object', () => {
    const draft = changed('section-group/learn@docs', { draft: true });
    const changes = findAudienceChanges(draft, stateWith(shown));
    expect(changes.map(({ object, gained, lost }) => [object.kind, gained.length, lost.length])).toEqual([
      ['section-group', 1, 0],
      ['section', 1, 0],
      ['site-space', 1, 0],
      ['space', 1, 0],
    ]);
    expect(findAudienceChanges(stateWith(shown), stateWith(shown))).toEqual([]);
  });
});
