/** Plans for truncated journals, with every operation that a crash can leave open. */
import { configuration } from '../cli/applying.ts';

export interface JournalSample {
  readonly name: string;
  /** Applied first; missing: an empty ledger. */
  readonly before?: string;
  /** The journal of this apply is truncated. */
  readonly wanted: string;
  /** An unmanaged site with the same title exists, and must never be adopted. */
  readonly hasTwin?: true;
}

const head = 'version: 1\n';

/** Renamed, moved, deleted and recreated in one plan. */
const changed = configuration
  .replace('  sales: { title: Sales }\n', '')
  .replace('title: Docs,', 'title: Writers,')
  .replace('parent: guides', 'parent: null')
  .replace('spaces:\n', 'spaces:\n  changelog: { title: Changelog }\n')
  .replace(/structure: .*\n/, (line) =>
    line.replace('[{', '[{ section: news, title: Start, path: news, spaces: [{ space: changelog }] }, {'),
  )
  .replace('review: {', 'launch: { name: Launch }\n      review: {');

const roster = (docs: string, sales: string) => `${head}teams:
  docs: { title: Docs, prune: all, members: ${docs} }
  sales: { title: Sales, prune: all, members: ${sales} }
`;

const spaces = `spaces:
  home: { title: Home }
  payments: { title: Payments EN }
  changelog: { title: Changelog }
`;

/** Swapped sections, groups, paths and links. */
const navigation = (structure: string) => `${head}${spaces}sites:
  docs:
    title: Acme Docs
    structure:
${structure}`;
const before =
  navigation(`      - { section: a, title: Alpha, path: one, spaces: [{ space: home, path: h }, { space: payments, path: p }] }
      - { section: b, title: Beta, path: two, spaces: [{ space: changelog }] }
      - group: g
        title: Group
        sections: [{ section: c, title: Gamma, path: three, spaces: [{ space: home }] }]
`);
const rearranged = navigation(`      - group: g
        title: Group
        sections: [{ section: b, title: Beta, path: one, spaces: [{ space: changelog }] }]
      - { section: c, title: Gamma, path: three, spaces: [{ space: home }] }
      - { section: a, title: Alpha, path: two, spaces: [{ space: payments, path: h }, { space: home, path: p }] }
`);

const fields = (type: string, title: string) => `customFields:
  status: { type: ${type}, title: ${title}, replace: true }
`;

const valued = (status: string) => spaces.replace('{ title: Home }', `{ title: Home, fields: { status: ${status} } }`);

const loose = `${head}policy: { maxDeletes: 50 }
${spaces}teams:
  docs: { title: Docs, members: { bo@acme.dev: member } }
  sales: { title: Sales }
collections:
  guides: { title: Guides }
  old: { title: Old guides, parent: guides }
sites:
  docs:
    title: Acme Docs
    protect: false
    structure: [{ section: start, title: Start, spaces: [{ space: home }] }, { section: more, title: More, spaces: [{ space: changelog }] }]
    shareLinks: { review: { name: Review }, launch: { name: Launch } }
  portal: { title: Portal, structure: [{ space: changelog }] }
`;

export const journalSamples: readonly JournalSample[] = [
  {
    name: 'one update',
    before: `${head}teams: { docs: { title: Docs } }\n`,
    wanted: `${head}teams: { docs: { title: Handbook } }\n`,
  },
  { name: 'creates with what comes along', wanted: configuration, hasTwin: true },
  {
    name: 'a site with a space of its own, and a link beside it',
    wanted: `${head}spaces: { fresh: { title: Fresh }, home: { title: Home } }
sites: { portal: { title: Portal, structure: [{ space: fresh, path: new }, { space: home, path: home }] } }
`,
  },
  { name: 'changes of all sorts', before: configuration, wanted: changed, hasTwin: true },
  {
    name: 'whole rosters',
    before: roster('{ ana@acme.dev: owner, bo@acme.dev: member, eve@acme.dev: member }', '{ dan@acme.dev: owner }'),
    wanted: roster(
      '{ bo@acme.dev: owner, dan@acme.dev: member }',
      '{ ana@acme.dev: owner, dan@acme.dev: member, eve@acme.dev: member }',
    ),
  },
  { name: 'moves, and paths that change hands', before, wanted: rearranged },
  {
    name: 'a flat site that gets sections',
    before: navigation('      - { space: home }\n'),
    wanted: navigation(`      - { section: a, title: Alpha, path: one, spaces: [{ space: payments }] }
      - { section: b, title: Beta, spaces: [{ space: changelog }] }
    defaultSection: a
`),
  },
  {
    name: 'deletes',
    before: loose,
    wanted: `${head}policy: { maxDeletes: 50 }\n${spaces}teams: {}\ncollections: {}\nsites:
  portal: { title: Portal, structure: [{ space: changelog }] }
`,
  },
  {
    name: 'what is replaced',
    before: `${head}${fields('text', 'Status')}${valued('draft')}sites:
  docs: { title: Acme Docs, structure: [{ section: start, title: Start, spaces: [{ space: home, path: h }] }] }
`,
    wanted: `${head}${fields('number', 'Status')}${valued('3')}sites:
  docs: { title: Acme Docs, structure: [{ section: start, title: Start, spaces: [{ space: payments, path: h }] }] }
`,
  },
];
