/** Organizations that differ only in what decides access: states as assignments of a few variables, written as a platform and as a configuration. */
import { stringify } from 'yaml';
import { type Case, caseOf } from '../support/case.ts';
import type { Draw } from './draw.ts';

type Level = 'inherit' | 'read' | 'edit' | null;
export type AccessDialect = '2025-06' | 'gitbook';

const conditions = { A: 'visitor.claims.a == true', B: 'visitor.claims.b == true' } as const;
type Condition = keyof typeof conditions | null;

/** The values that an organization can have. A missing part is not there. */
export interface Access {
  readonly visibility: 'visitor-auth' | 'share-link' | 'unlisted' | 'public';
  readonly published: boolean;
  readonly adaptive: boolean;
  readonly link: 'active' | 'inactive' | 'absent';
  /** The first section, which is the default. */
  readonly home: boolean;
  readonly section: 'absent' | 'root' | 'group';
  readonly sectionCondition: Condition;
  readonly sectionDraft: boolean;
  readonly groupDraft: boolean;
  readonly firstCondition: Condition;
  readonly firstDraft: boolean;
  readonly second: 'absent' | 'shown';
  readonly secondCondition: Condition;
  readonly secondDraft: boolean;
  readonly level: Level;
  readonly collection: 'top' | 'outer' | 'inner';
  readonly outer: Level;
  readonly inner: Level;
  readonly nested: boolean;
  readonly copy: 'absent' | 'open' | 'closed';
  /** A space of the ledger. A plan restores it from the trash. */
  readonly lost: 'absent' | 'trashed' | 'shown';
  readonly lostLevel: Level;
  readonly lostCollection: 'top' | 'outer';
  /** A redirect of the site, and an OpenAPI specification, which change nobody's access. */
  readonly redirect: 'absent' | 'one' | 'other';
  readonly openapi: 'absent' | 'one' | 'other';
  readonly defaultRole: 'read' | 'edit';
  readonly inviteLinks: boolean;
  readonly invite: 'absent' | 'read' | 'admin';
  readonly granted: 'none' | 'read' | 'admin';
  readonly bo: boolean;
  readonly cy: boolean;
}

const levels: readonly Level[] = ['inherit', 'read', 'edit', null];
const conditioned: readonly Condition[] = [null, 'A', 'B'];

const choicesOf: { readonly [Name in keyof Access]: readonly Access[Name][] } = {
  visibility: ['visitor-auth', 'share-link', 'unlisted', 'public'],
  published: [true, false],
  adaptive: [true, false],
  link: ['absent', 'inactive', 'active'],
  home: [true, false],
  section: ['root', 'group', 'absent'],
  sectionCondition: conditioned,
  sectionDraft: [false, true],
  groupDraft: [false, true],
  firstCondition: conditioned,
  firstDraft: [false, true],
  second: ['absent', 'shown'],
  secondCondition: conditioned,
  secondDraft: [false, true],
  level: levels,
  collection: ['top', 'outer', 'inner'],
  outer: levels,
  inner: levels,
  nested: [false, true],
  copy: ['absent', 'open', 'closed'],
  lost: ['absent', 'trashed', 'shown'],
  lostLevel: levels,
  lostCollection: ['top', 'outer'],
  redirect: ['absent', 'one', 'other'],
  openapi: ['absent', 'one', 'other'],
  defaultRole: ['read', 'edit'],
  inviteLinks: [false, true],
  invite: ['absent', 'read', 'admin'],
  granted: ['none', 'read', 'admin'],
  bo: [false, true],
  cy: [false, true],
};

const ofGitbook: ReadonlySet<keyof Access> = new Set([
  ...(['published', 'sectionDraft', 'groupDraft', 'firstDraft', 'secondDraft', 'granted', 'invite'] as const),
  'redirect',
]);

/** A usual organization: a public site, and one space in an open collection. */
const usual: Access = {
  ...{ visibility: 'public', published: true, adaptive: true, link: 'absent', home: true, section: 'root' },
  ...{ sectionCondition: null, sectionDraft: false, groupDraft: false, firstCondition: null, firstDraft: false },
  ...{ second: 'absent', secondCondition: null, secondDraft: false, level: 'inherit', collection: 'top' },
  ...{ outer: 'inherit', inner: 'inherit', nested: false, copy: 'absent', defaultRole: 'read' },
  ...{ lost: 'absent', lostLevel: 'inherit', lostCollection: 'top', redirect: 'absent', openapi: 'absent' },
  ...{ inviteLinks: false, invite: 'absent', granted: 'none', bo: true, cy: false },
};

export interface AccessPair {
  readonly dialect: AccessDialect;
  readonly before: Access;
  readonly after: Access;
}

export function pair(dialect: AccessDialect, before: Partial<Access>, after: Partial<Access>): AccessPair {
  return { dialect, before: { ...usual, ...before }, after: { ...usual, ...before, ...after } };
}

/** Some differences between two states. */
export function drawAccessPair(draw: Draw, min = 2, max = 4): AccessPair {
  const dialect = draw.pick(['2025-06', 'gitbook'] as const);
  const names = namesIn(dialect);
  const value = <N extends keyof Access>(name: N): Access[N] => draw.pick(choicesOf[name]) as Access[N];
  const before: Access = { ...usual, ...Object.fromEntries(names.map((name) => [name, value(name)])), copy: 'absent' };
  return { dialect, before, after: drawAccessAfter(draw, dialect, before, draw.count(min, max)) };
}

function namesIn(dialect: AccessDialect) {
  return (Object.keys(choicesOf) as (keyof Access)[]).filter((name) => dialect === 'gitbook' || !ofGitbook.has(name));
}

/** A state with this number of differences at most. */
export function drawAccessAfter(draw: Draw, dialect: AccessDialect, before: Access, count: number): Access {
  const names = namesIn(dialect);
  const value = <N extends keyof Access>(name: N): Access[N] => draw.pick(choicesOf[name]) as Access[N];
  const changed = Array.from({ length: count }, () => draw.pick(names));
  const drawn: Access = { ...before, ...Object.fromEntries(changed.map((name) => [name, value(name)])) };
  // A plan restores the space, but neither creates nor deletes it.
  const after: Access = { ...drawn, lost: before.lost === 'absent' ? 'absent' : 'shown' };
  // The platform refuses a new link invite while link invites are off.
  const isRefused = before.invite === 'absent' && !after.inviteLinks;
  return isRefused ? { ...after, invite: 'absent' } : after;
}

function sectionOf(each: Access, isGitbook: boolean) {
  const when = (condition: Condition) => (condition === null ? null : conditions[condition]);
  const draft = (value: boolean) => (isGitbook ? { draft: value } : {});
  const spaces = [
    { space: 'first', condition: when(each.firstCondition), ...draft(each.firstDraft) },
    ...(each.second === 'absent'
      ? []
      : [{ space: 'second', condition: when(each.secondCondition), ...draft(each.secondDraft) }]),
  ];
  return { section: 'one', title: 'One', condition: when(each.sectionCondition), ...draft(each.sectionDraft), spaces };
}

/** The parts that are written in the same way on the platform and in the configuration. */
function documentOf(each: Access, isGitbook: boolean) {
  const role = { ...(each.bo ? { 'bo@acme.dev': 'member' } : {}), ...(each.cy ? { 'cy@acme.dev': 'member' } : {}) };
  const home = { section: 'home', title: 'Home', spaces: [{ space: 'home' }] };
  const one = each.section === 'absent' ? [] : [sectionOf(each, isGitbook)];
  const inGroup = each.section === 'group' ? one : [];
  const rest = { section: 'rest', title: 'Rest', spaces: [{ space: 'home' }] };
  const group = {
    group: 'menu',
    title: 'Menu',
    ...(isGitbook ? { draft: each.groupDraft } : {}),
    sections: [rest, ...inGroup],
  };
  const collectionOf = { top: null, outer: 'outer', inner: 'inner' }[each.collection];
  const permissions = isGitbook
    ? { permissions: { teams: each.granted === 'none' ? {} : { crew: each.granted } } }
    : {};
  const claim = (description: string) => ({ type: 'boolean', description });
  const shareLinks = each.link === 'absent' ? {} : { globex: { name: 'Globex', active: each.link === 'active' } };
  return {
    settings: { defaultRole: each.defaultRole, inviteLinks: each.inviteLinks },
    members: { 'bo@acme.dev': 'read', 'cy@acme.dev': 'edit', 'di@acme.dev': null, 'eve@acme.dev': 'create' },
    teams: { crew: { title: 'Crew', members: role } },
    linkInvites: each.invite === 'absent' ? {} : { door: { role: each.invite } },
    collections: {
      outer: { title: 'Outer', defaultLevel: each.outer },
      inner: { title: 'Inner', defaultLevel: each.inner, parent: each.nested ? 'outer' : null },
    },
    spaces: {
      home: { title: 'Home' },
      first: { title: 'First', defaultLevel: each.level, collection: collectionOf, ...permissions },
      second: { title: 'Second', defaultLevel: null },
      ...(each.lost === 'absent'
        ? {}
        : {
            lost: {
              title: 'Lost',
              defaultLevel: each.lostLevel,
              collection: each.lostCollection === 'outer' ? 'outer' : null,
            },
          }),
      ...(each.copy === 'absent'
        ? {}
        : {
            copy: {
              title: 'Copy',
              copyOf: 'first',
              collection: collectionOf,
              defaultLevel: each.copy === 'open' ? 'inherit' : null,
            },
          }),
    },
    openapi: each.openapi === 'absent' ? {} : { pay: { url: `https://acme.dev/${each.openapi}.json` } },
    sites: {
      docs: {
        title: 'Docs',
        visibility: each.visibility,
        ...(isGitbook && each.redirect !== 'absent'
          ? { redirects: { '/old': `https://acme.dev/${each.redirect}` } }
          : {}),
        ...(isGitbook ? { published: each.published } : {}),
        adaptiveContent: each.adaptive,
        visitor: { claims: { a: claim('A'), b: claim('B') } },
        shareLinks,
        defaultSection: each.home ? 'home' : 'rest',
        structure: [...(each.home ? [home] : []), ...(each.section === 'root' ? one : []), group],
      },
    },
  };
}

/** Null conditions are written only in configurations. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([name, each]) => each !== null || !['condition', 'collection', 'parent'].includes(name),
  );
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutNulls(each)]));
}

export function caseOfPair({ dialect, before, after }: AccessPair): Case {
  const isGitbook = dialect === 'gitbook';
  const { settings, ...rest } = documentOf(after, isGitbook);
  return caseOf({
    dialect,
    // The platform cannot restore a link invite.
    allow: { addresses: ['linkInvites/door', 'openapi/pay'] },
    before: before.lost === 'trashed' ? ['DELETE /spaces/lost'] : [],
    live: withoutNulls(documentOf(before, isGitbook)) as Case['live'],
    desired: stringify({ settings: { title: 'Acme', ...settings }, ...rest }),
  });
}
