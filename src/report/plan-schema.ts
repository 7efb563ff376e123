/** The JSON Schema (draft-07) of a plan's document: `plan --json`, `plan --out FILE` and `show --json` print it. */
import { severities } from '../core/impact.ts';
import { navigationMarks } from '../core/navigation.ts';
import { ruleSeverities } from '../core/policy.ts';
import { planSchemaVersion } from './json.ts';
import { symbols } from './words.ts';

type Schema = { readonly [key: string]: unknown };

const text = (description?: string): Schema => ({ type: 'string', ...(description === undefined ? {} : { description }) });
const flag: Schema = { type: 'boolean' };
const number: Schema = { type: 'integer', minimum: 0 };
const address: Schema = { $ref: '#/definitions/address' };
const list = (items: Schema, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description === undefined ? {} : { description }),
});
const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] });
const digest = (description: string): Schema => ({ type: 'string', pattern: '^sha256:[0-9a-f]{64}$', description });

/** Within one schema version keys are only added, so that unknown ones are no mistake. `optional` ones may be missing. */
function map(properties: { readonly [key: string]: Schema }, optional: readonly string[] = []): Schema {
  return { type: 'object', properties, required: Object.keys(properties).filter((key) => !optional.includes(key)) };
}

const actions = Object.keys(symbols);

const beside = map({ relation: { enum: ['before', 'after'] }, address });

const place = map({ file: text(), line: number, column: number });

const blocked = map(
  {
    code: { ...text('`docform explain CODE` tells what it means.'), pattern: '^[A-Z]-[A-Z0-9-]+$' },
    reason: text(),
    hint: text(),
    override: text('The flag that overrides it, naming the very address or number.'),
  },
  ['hint', 'override'],
);

const field = map(
  {
    field: text(),
    before: { description: 'On the platform when the plan was made; missing: not set. Secrets are digests.' },
    after: { description: 'As the configuration wants it; missing: it goes away.' },
    origin: {
      enum: ['configuration', 'platform', 'both'],
      description: 'Where it was changed since docform last applied it, if that is known.',
    },
    isReference: { const: true, description: 'Before and after are addresses; `objects` of the change tells whose.' },
    isUncut: { const: true, description: 'Reports tell it whole, however long it is: a condition.' },
    severe: text('What it opens to more people, or which guard it takes away.'),
    source: { ...place, description: 'Where the configuration says so.' },
  },
  ['before', 'after', 'origin', 'isReference', 'isUncut', 'severe', 'source'],
);

const involved = map(
  {
    address,
    id: text(),
    title: text('What it is called there.'),
    as: {
      enum: ['reference', 'neighbour', 'container', 'contents'],
      description: 'container: the change stands or goes there; contents: it goes away along with what is deleted.',
    },
  },
  ['title'],
);

const change = map(
  {
    address,
    kind: text(),
    action: { enum: actions, description: 'adopt, rename, release, record, pending and unmanage only change the ledger.' },
    id: orNull(text("The platform's id, where it is known before applying.")),
    title: orNull(text('What it is called there; null: it is not there yet, or its key says the same.')),
    fields: list(field),
    objects: list(involved, 'What is there and the change has to do with beside its own object: the digest binds to these ids.'),
    patch: list({ type: 'object' }, 'RFC 6902: from the fields as they are to the fields as wanted.'),
    beside: { ...orNull(beside), description: 'Of a move: its new neighbour.' },
    from: { ...orNull(address), description: 'Of a rename: the address it had.' },
    why: orNull(text()),
    bornAs: orNull(text('Of a create: what it is at first, and only somebody on the platform can change.')),
    lost: list(text(), 'What cannot be brought back.'),
    notes: list(text()),
    blocked: orNull(blocked),
    source: {
      ...orNull(place),
      description: 'Where the configuration says so: the field, else the block; of what goes, the list that it left.',
    },
    waitsFor: list(address),
    requests: list(map({ operation: text(), method: text(), path: text('Ids not known yet stand as {address}.') })),
  },
  ['title'],
);

const impactSchema = list(
  map(
    {
      on: { enum: ['readers', 'people'], description: 'readers: of what is published. people: what members of the organization may do.' },
      topic: text(
        'What sort of thing happens: opened, shut, share-link, dark, address, removed, shown, role, leaves, team, sso, unknown. More may come.',
      ),
      severity: { enum: severities, description: 'severe: it opens something, locks people out, or cannot be taken back.' },
      address,
      field: text("Whose change it tells; missing: no one field's."),
      subject: text('What people call it.'),
      what: text('What becomes of it.'),
      before: { description: 'null: there was none. Missing: not known.' },
      after: { description: 'null: there is none any more. Missing: not known.' },
      who: list(text(), 'Who notices: a phrase, or people by name.'),
      details: list(text(), 'What else follows, and what could not be read.'),
      source: orNull(place),
    },
    ['field', 'before', 'after'],
  ),
  'What it means to readers, and to who can do what: readers first, and of each the most severe first.',
);

const unread: Schema = { const: true, description: 'What stands in it was not read, so that entries may be missing.' };

const entries: Schema = { ...list({ $ref: '#/definitions/navigationEntry' }), description: 'In the order in which readers see them.' };

const navigationEntry = map(
  {
    kind: text('Of what stands in the structure of a site: section-group, section, site-space.'),
    address: { ...address, description: 'The same address on both sides is the same object.' },
    title: text('As it is called on this side.'),
    path: text('Below the address of the site, `/` for its root; missing: not known, or none (of a group).'),
    isDefault: { const: true, description: 'What readers come to first in what it stands in.' },
    condition: text('Who sees it; missing: everybody who sees what it stands in.'),
    marks: list({ enum: navigationMarks }, 'What becomes of it; empty: it stays as it is.'),
    moved: map({ from: address, to: address }),
    fields: list(text(), 'What differs, where it is changed.'),
    isPlaceUnknown: { const: true, description: 'Its place among its neighbours is not known.' },
    isUnread: unread,
    entries,
  },
  ['path', 'isDefault', 'condition', 'moved', 'isPlaceUnknown', 'isUnread'],
);

const navigationSide = orNull(
  map({ title: text(), published: text('Where readers find it; missing: not known.'), isUnread: unread, entries }, [
    'published',
    'isUnread',
  ]),
);

const navigation = list(
  map({ address, before: navigationSide, after: navigationSide }),
  'Of each site that the plan touches there: its navigation before and after; null: there is no such site.',
);

const redirects = list(
  map({
    from: text('A published address that will not be answered as it is now.'),
    to: orNull(text('Where it is answered in the end; null: nobody may be led anywhere from it.')),
    reason: {
      enum: ['moved', 'ended', 'taken', 'root', 'unknown'],
      description:
        'taken: something else is shown there. root: of a site, where a rule would catch all below it. unknown: where to was not read.',
    },
    address,
    subject: text('What people call it.'),
    except: list(text(), 'Addresses below it that stay out of the rule, with all below them.'),
  }),
  'Those below others first; `docform redirects` writes them for a proxy.',
);

const policy = map({
  findings: list(
    map(
      {
        rule: text('Its name.'),
        file: text('Where the rule stands.'),
        severity: { enum: ruleSeverities, description: 'error: the plan is blocked.' },
        message: text(),
        address: { ...address, description: 'Missing: it is about the plan as a whole.' },
        source: place,
      },
      ['address', 'source'],
    ),
    'Errors first; guards tell them as well.',
  ),
  named: list(text(), 'Paths that --policy named: applying the plan checks it by them again.'),
});

const outcome = list(map({ address, action: { enum: actions }, message: text() }));

const rehearsal = {
  ...map(
    {
      status: { enum: ['passed', 'failed', 'skipped'] },
      reason: text('Why it was skipped.'),
      code: orNull(text('`docform explain CODE` tells what it means.')),
      objects: { ...number, description: 'How many the copy has.' },
      requests: { ...number, description: 'What reading the platform for the copy cost.' },
      changes: map({ done: number, failed: number, skipped: number, notStarted: number }),
      failures: { ...outcome, description: 'What the copy refused, and what needs that.' },
      left: list(map({ address, action: { enum: actions }, fields: list(text()) }), 'What would be planned again.'),
      unsure: { ...outcome, description: 'Where the copy is another one than the platform, so that nothing was shown.' },
      notCovered: list(map({ what: text(), why: text() }), 'What the copy does not have.'),
    },
    ['reason', 'code', 'objects', 'requests', 'changes', 'failures', 'left', 'unsure', 'notCovered'],
  ),
  description: 'With --rehearse: what applying it to a copy of the organization showed.',
};

const properties: { readonly [key: string]: Schema } = {
  schemaVersion: { const: planSchemaVersion },
  kind: { const: 'plan' },
  target: map({ host: text(), organization: text() }),
  digest: digest('Over target, organization, changes and pending declarations: what `apply --expect-digest` compares.'),
  hasChanges: { ...flag, description: 'Whether applying it reaches the platform.' },
  isBlocked: { ...flag, description: 'Whether a guard keeps it from being applied.' },
  summary: map(Object.fromEntries(actions.map((action) => [action, number]))),
  requests: { ...number, description: 'Requests that applying it costs.' },
  impact: impactSchema,
  navigation,
  redirects,
  changes: list(change, 'In the order of work, what only changes the ledger first.'),
  policy,
  guards: list(blocked, 'Guards over the plan as a whole.'),
  unmanaged: list(map({ list: text(), kind: text(), objects: list(map({ id: text(), name: text() })) }), 'Left alone.'),
  pending: list(
    map({
      address,
      kind: text(),
      reason: text(),
      isAccepted: {
        ...flag,
        description: 'An apply has accepted this very declaration. If not, `changes` has an entry with the action pending.',
      },
      fields: list(field, 'What is declared, and will be applied once the person has joined.'),
      source: orNull(place),
    }),
    'Declared, and not on the platform yet: only people can create it, such as by inviting a member.',
  ),
  unknown: list(
    map({ list: text(), reason: text(), hides: list(address), keeps: list(address) }, ['keeps']),
    'What could not be read whole.',
  ),
  notes: list(map({ address, text: text() })),
  orders: list(
    map({ container: address, kind: text(), current: list(address), wanted: list(address) }, ['kind']),
    'Siblings whose order moves change: as they stand before any move, and as wanted.',
  ),
  allowances: map({ addresses: list(address), deletes: orNull(number) }),
  configuration: orNull(digest('Of the configuration the plan was made from.')),
  version: orNull(text('Version of docform that made the plan.')),
  rehearsal,
  isMasked: { const: true, description: 'Something else stands for a secret in it: the digest cannot be made from what is left.' },
  checksum: digest('Over everything else in the document.'),
};

export function planSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `docform plan, version ${planSchemaVersion}`,
    description: 'What would change on a documentation platform. Within one schemaVersion keys are only ever added.',
    ...map(properties, ['impact', 'navigation', 'redirects', 'policy', 'rehearsal', 'isMasked']),
    definitions: { address: text('Name of a resource, such as sites/docs/sections/payments.'), navigationEntry },
  };
}
