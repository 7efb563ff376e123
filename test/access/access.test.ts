/** The access report: groups of people, possible teams of a grant, and unknown parts. */
import { expect, test } from 'vitest';
import {
  addTeams,
  computeAccess,
  idsNamed,
  limitToSite,
  limitToSpace,
  membersWithGrants,
} from '../../src/access/access.ts';
import type { AccessFacts, MemberFact } from '../../src/access/facts.ts';
import { accessCsv, accessJson } from '../../src/report/access/documents.ts';
import { accessText } from '../../src/report/access/text.ts';
import { plain } from '../../src/report/wording/words.ts';

function member(
  id: string,
  role: string | null,
  reached: { readonly [space: string]: string },
  more: Partial<MemberFact> = {},
): MemberFact {
  return {
    id,
    email: `${id}@acme.dev`,
    role,
    isDisabled: false,
    isSso: false,
    reached: new Map(Object.entries(reached)),
    ...more,
  };
}

const facts: AccessFacts = {
  organization: {
    id: 'o',
    title: 'Acme',
    defaultRole: null,
    emailDomains: ['acme.dev'],
    hasEnforcedSso: true,
    hasInviteLinks: false,
  },
  members: [
    member('zoe', 'edit', { pay: 'edit', open: 'edit' }, { isDisabled: true, teamCount: 2 }),
    member('ana', 'admin', { pay: 'admin', open: 'admin' }, { isSso: true }),
    member('gus', null, { pay: 'read' }, { teamCount: 0 }),
    member('bo', 'read', { open: 'read' }),
    { id: 'kim', email: 'kim@acme.dev', role: 'read', isDisabled: false, isSso: false },
  ],
  collections: [{ id: 'c', title: 'Product', parent: null, defaultLevel: 'inherit' }],
  spaces: [
    { id: 'pay', title: '=Payroll', parent: null, defaultLevel: null, visibility: 'private' },
    { id: 'open', title: 'Open', parent: 'c', defaultLevel: 'inherit', visibility: 'public' },
  ],
  sites: [
    {
      ...{ id: 'w', title: 'Docs', visibility: 'share-link', isPublished: true, shareLinks: { active: 1, all: 2 } },
      spaces: [
        { space: 'open', title: 'Open', conditions: [] },
        { space: 'pay', title: '=Payroll', conditions: ['visitor.claims.staff == true'] },
      ],
    },
    { id: 'v', title: 'Drafts', visibility: 'public', isPublished: false },
  ],
  unknown: [{ what: 'member-spaces', of: 'kim', why: 'listMemberSpaces (GET /x): 403 no' }],
};

const told = addTeams(facts, {
  teams: new Map([
    [
      'zoe',
      [
        { id: 't1', title: 'Finance', spaceCount: 1 },
        { id: 't2', title: 'Choir', spaceCount: 0 },
        { id: 't3', title: 'Legal' },
      ],
    ],
  ]),
  unknown: [],
});
const access = computeAccess(told, (kind, id) => (kind === 'space' && id === 'pay' ? 'spaces/payroll' : undefined));
const origin = { version: '1.2.3', readAt: '2026-02-01T00:00:00.000Z', token: { from: 'DOCFORM_TOKEN' } };
const report = { access, origin, host: 'api.acme.dev', isRedacted: false };
const text = (more: object = {}) => accessText({ ...report, paint: plain, isVerbose: true, ...more });

test('team lists are needed only for members whose access follows from neither role nor default', () => {
  expect(membersWithGrants(facts).map(({ id }) => id)).toEqual(['zoe']);
});

test('a grant names its possible teams without those that have no access, or is marked as unknown', () => {
  const payroll = access.spaces.find(({ id }) => id === 'pay');
  expect(
    payroll?.groups.map(({ reason, level, members, teams }) => [
      reason,
      level,
      members.map(({ id }) => id),
      teams?.map(({ id }) => id),
    ]),
  ).toEqual([
    ['admin', 'admin', ['ana'], undefined],
    ['grant', 'edit', ['zoe'], ['t1', 't3']],
    ['grant', 'read', ['gus'], []],
  ]);
  const lines = text();
  expect(lines).toContain(
    '=Payroll (spaces/payroll)  edit: zoe@acme.dev\n      granted on the space, on a parent collection, or through a team (Finance, Legal) (the platform does not report which)',
  );
  expect(lines).toContain(
    'gus@acme.dev\n      granted on the space or on a parent collection (the platform does not report which)',
  );
});

test('a member whose listing was refused has unknown access, never no access', () => {
  expect(access.unknownMembers.map(({ id }) => id)).toEqual(['kim']);
  expect(text()).toContain(
    'Unknown (could not be read)\n  the spaces of kim@acme.dev: listMemberSpaces (GET /x): 403 no',
  );
  const only = computeAccess({ ...told, members: told.members.filter(({ id }) => id === 'kim'), sites: [] });
  expect(accessText({ ...report, access: only, who: 'kim@acme.dev', paint: plain, isVerbose: false })).toContain(
    'access: (unknown)',
  );
  expect(JSON.parse(accessJson({ ...report, requests: 1 }))).toMatchObject({
    isComplete: false,
    people: expect.arrayContaining([expect.objectContaining({ id: 'kim', isKnown: false })]),
  });
});

test('sites are grouped by audience, with share links, conditions, and spaces that are public themselves', () => {
  const lines = text({ who: null });
  expect(lines).toContain(
    '  share-link: anyone with an active share link\n    Docs: 2 spaces, 1 of 2 share links active\n',
  );
  expect(lines).toContain(
    'Open, =Payroll (spaces/payroll) (only for visitors who meet `visitor.claims.staff == true`)',
  );
  expect(lines).toContain('  not published: only people with an account\n    Drafts\n');
  expect(lines).toContain('Spaces that are open without a site\n    public: Open\n');
});

test('the CSV has a row for each person and space, and no cell is a formula', () => {
  const table = [...accessCsv(report)].join('');
  expect(table).toContain("zoe@acme.dev,edit,true,false,space,'=Payroll,spaces/payroll,pay,edit,grant,");
  expect(table).toContain(
    'anyone with an active share link,,,,site,Docs,,w,read,visibility share-link,1 of 2 share links active\r\n',
  );
  expect(table).toContain('only people with an account,,,,site,Drafts,,v,none,visibility public,not published\r\n');
  expect(table).toContain(
    ',unknown,the spaces of kim@acme.dev,,kim,unknown,unknown,listMemberSpaces (GET /x): 403 no\r\n',
  );
  expect(table.match(/(^|,)"?[=+@-]/m)).toBeNull();
});

test('refused listings are reported as unknown, and never as empty', () => {
  const unread = (['members', 'spaces', 'sites'] as const).map((what) => ({ what, why: '403 no' }));
  const nothing = computeAccess({
    organization: { id: 'o' },
    members: [],
    collections: [],
    spaces: [],
    sites: [],
    unknown: unread,
  });
  const refused = text({ access: nothing });
  for (const head of ['People (unknown)\n', 'Spaces (unknown)\n', 'Sites (unknown)\n']) expect(refused).toContain(head);
  expect(refused).not.toMatch(/No sites|\b0 \w/);
  const empty = text({ access: { ...nothing, unknown: [] } });
  expect(empty).toContain('No sites');
  expect(empty).not.toContain('not known');
});

test('a title is not a formula in spreadsheets that split at semicolons or accept full-width signs', () => {
  const titled = (title: string) =>
    [...accessCsv({ ...report, access: computeAccess({ ...facts, sites: [{ ...site, title }] }) })].join('');
  const [site] = facts.sites as [(typeof facts.sites)[number]];
  expect(titled('Docs; =HYPERLINK(1)')).toContain(`,"Docs; '=HYPERLINK(1)",`);
  expect(titled('\uff1d1+1')).toContain(",'\uff1d1+1,");
});

test('people are identified by id if e-mail addresses are redacted', () => {
  const redacted = { ...report, isRedacted: true };
  const outputs = [
    text({ isRedacted: true }),
    accessJson({ ...redacted, requests: 1 }),
    [...accessCsv(redacted)].join(''),
  ];
  for (const output of outputs) expect(output).not.toContain('@acme.dev');
  for (const output of outputs) expect(output).toContain('zoe');
});

test('a name is matched as id, address, key or title, and the report can be limited to one space or site', () => {
  const named = (name: string) => idsNamed(name, 'space', access.spaces, access.addressOf);
  expect([
    named('pay'),
    named('spaces/payroll'),
    named('payroll'),
    named('Open'),
    named('open'),
    named('nothing'),
  ]).toEqual([...[['pay'], ['pay'], ['pay'], ['open'], ['open'], []]]);
  expect(idsNamed('Open', 'space', [...access.spaces, { id: 'x', title: 'Open' }], access.addressOf)).toEqual([
    'open',
    'x',
  ]);
  expect(limitToSpace(access, 'open').sites.map(({ id }) => id)).toEqual(['w']);
  expect(limitToSite(access, 'v').spaces).toEqual([]);
});

test('text and JSON contain the docform version, the time of reading, and the token', () => {
  expect(text()).toContain(
    'Read by docform 1.2.3 at 2026-02-01T00:00:00.000Z\nToken: from DOCFORM_TOKEN; owner: (unknown); permissions: (unknown)\n',
  );
  const seen = computeAccess({ ...told, organization: { ...told.organization, permissions: ['view', 'admin'] } });
  expect(text({ access: seen })).toContain('owner: (unknown); permissions: view, admin\n');
  expect(text({ origin: { ...origin, token: {} } })).toContain('Token: (none needed); ');
  const known = { ...origin, commit: 'c0ffee', token: { identity: { id: 'u1', name: 'Docs Bot' } } };
  expect(text({ origin: known })).toContain(`at ${origin.readAt}, commit c0ffee\n`);
  expect(text({ origin: known })).toContain('owner: Docs Bot (u1); ');
  expect(JSON.parse(accessJson({ ...report, access: seen, requests: 1 }))).toMatchObject({
    ...{ version: '1.2.3', readAt: origin.readAt, organization: { id: told.organization.id } },
    token: { from: 'DOCFORM_TOKEN', identity: null, permissions: ['view', 'admin'] },
  });
});

test('the first row of a CSV report names the organization, the time and the program', () => {
  const table = [...accessCsv({ ...report, origin: { ...origin, commit: 'abc' } })].join('');
  const rows = table.trimEnd().split('\r\n');
  expect(rows[1]).toBe(
    ',,,,organization,Acme,,o,,read at 2026-02-01T00:00:00.000Z,"host api.acme.dev, docform 1.2.3, commit abc"',
  );
  expect(rows.filter((row) => row.startsWith(',,,,organization,'))).toHaveLength(1);
});

test('a report on one space lists no other space of a site, and the widest audience first', () => {
  const shown = (space: string) => ({ space, title: space, conditions: [] });
  const site = {
    id: 'docs',
    title: 'Docs',
    visibility: 'public',
    isPublished: true,
    spaces: [shown('pay'), shown('open')],
  };
  const one = limitToSpace(computeAccess({ ...facts, sites: [site] }), 'pay');
  const table = [...accessCsv({ ...report, access: one })].join('');
  expect(table).toContain(',space,pay,');
  expect(table).not.toMatch(/,space,open,/);
  const text = accessText({ ...report, access: one, paint: plain, isVerbose: false });
  expect(text.indexOf('by who can read them without an account')).toBeLessThan(
    text.indexOf('1 space, by default access'),
  );
  expect(text).not.toContain('no access by default');
});
