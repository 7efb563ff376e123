/** The JSON Schema (draft-07) of the plan that `plan --json`, `plan --out FILE` and `show --json` print. */
import { severities } from '../core/impact.ts';
import { navigationMarks } from '../core/navigation.ts';
import { ruleSeverities } from '../core/policy.ts';
import { planSchemaVersion } from './json.ts';
import { symbols } from './words.ts';

type Schema = { readonly [key: string]: unknown };

const text = (description?: string): Schema => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
});
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

/** Later releases may add members within a schema version, so unknown members are allowed. */
function map(properties: { readonly [key: string]: Schema }, optional: readonly string[] = []): Schema {
  return { type: 'object', properties, required: Object.keys(properties).filter((key) => !optional.includes(key)) };
}

const actions = Object.keys(symbols);

const beside = map({ relation: { enum: ['before', 'after'] }, address });

const place = map({ file: text(), line: number, column: number });

const blocked = map(
  {
    code: { ...text('Code of the guard. `docform explain CODE` prints the meaning.'), pattern: '^[A-Z]-[A-Z0-9-]+$' },
    reason: text(),
    hint: text(),
    override: text('Flag that overrides the guard, with the exact address or number.'),
  },
  ['hint', 'override'],
);

const field = map(
  {
    field: text(),
    before: { description: 'Value on the platform when the plan was made. Missing: not set. Secrets are digests.' },
    after: { description: 'Value in the configuration. Missing: the value is removed.' },
    origin: {
      enum: ['configuration', 'platform', 'both'],
      description: 'Side that changed the field since the last apply, if known.',
    },
    isReference: {
      const: true,
      description: '`before` and `after` are resource addresses. `objects` of the change contains their ids.',
    },
    isShownInFull: { const: true, description: 'Reports show the full value, regardless of its length: a condition.' },
    highRisk: text('Reason why the change is high-risk: wider access, or a removed protection.'),
    source: { ...place, description: 'Position in the configuration.' },
  },
  ['before', 'after', 'origin', 'isReference', 'isShownInFull', 'highRisk', 'source'],
);

const involved = map(
  {
    address,
    id: text(),
    title: text('Title on the platform.'),
    as: {
      enum: ['reference', 'neighbour', 'container', 'contents'],
      description:
        'reference: the change refers to the object. neighbour: a move places the resource next to the object. container: the object contains the resource, or will contain the resource. contents: a delete also deletes the object.',
    },
  },
  ['title'],
);

const change = map(
  {
    address,
    kind: text(),
    action: {
      enum: actions,
      description: 'adopt, rename, release, record, pending and unmanage change only the ledger.',
    },
    id: orNull(text('Id on the platform, if known before the apply.')),
    title: orNull(text('Title on the platform. Null: the object does not exist yet, or the title equals the key.')),
    fields: list(field),
    objects: list(involved, 'Other existing objects that the change involves. The digest covers their ids.'),
    patch: list({ type: 'object' }, 'RFC 6902 patch from the current fields to the planned fields.'),
    beside: { ...orNull(beside), description: 'New neighbour of a moved resource.' },
    from: { ...orNull(address), description: 'Previous address of a renamed resource.' },
    why: orNull(text()),
    bornAs: orNull(text('Initial state of a created object that you can change only on the platform.')),
    lost: list(text(), 'Losses that cannot be restored.'),
    notes: list(text()),
    blocked: orNull(blocked),
    source: {
      ...orNull(place),
      description:
        'Position in the configuration: the field, or else the block. For a delete: the list that contained the block.',
    },
    waitsFor: list(address),
    requests: list(map({ operation: text(), method: text(), path: text('Unknown ids appear as {address}.') })),
  },
  ['title'],
);

const impactSchema = list(
  map(
    {
      on: {
        enum: ['readers', 'people'],
        description: 'readers: effects on readers of published sites. people: effects on permissions of members.',
      },
      topic: text(
        'Type of the effect: opened, shut, share-link, dark, address, removed, shown, role, leaves, team, sso, unknown. Later releases may add topics.',
      ),
      severity: {
        enum: severities,
        description: 'high-risk: a high-risk effect, which widens access, locks people out or cannot be reverted.',
      },
      address,
      field: text('Field that causes the effect. Missing: not caused by one field.'),
      subject: text('Name of the affected object.'),
      what: text('Description of the effect.'),
      before: { description: 'Null: no value before. Missing: unknown.' },
      after: { description: 'Null: no value afterwards. Missing: unknown.' },
      who: list(text(), 'Affected people: a phrase or names.'),
      details: list(text(), 'Further effects, and data that could not be read.'),
      source: orNull(place),
    },
    ['field', 'before', 'after'],
  ),
  'Effects on readers and on permissions. Effects on readers come first. Within each group, the riskiest effects come first.',
);

const unread: Schema = { const: true, description: 'The contents were not read, so entries may be missing.' };

const entries: Schema = {
  ...list({ $ref: '#/definitions/navigationEntry' }),
  description: 'Entries in the order that readers see.',
};

const navigationEntry = map(
  {
    kind: text('Kind of the entry: section-group, section or site-space.'),
    address: { ...address, description: 'Entries with the same address in `before` and `after` are the same object.' },
    title: text('Title on this side.'),
    path: text(
      'Path below the URL of the site, `/` for the root. Missing: unknown, or a section group, which has no path.',
    ),
    isDefault: { const: true, description: 'Readers see this entry first in its container.' },
    condition: text('Condition that visitors must meet. Missing: everyone who sees the container sees the entry.'),
    marks: list({ enum: navigationMarks }, 'Changes of the entry. Empty: no change.'),
    moved: map({ from: address, to: address }),
    fields: list(text(), 'Changed fields.'),
    isPlaceUnknown: { const: true, description: 'The position among the neighbours is unknown.' },
    isUnread: unread,
    entries,
  },
  ['path', 'isDefault', 'condition', 'moved', 'isPlaceUnknown', 'isUnread'],
);

const navigationSide = orNull(
  map({ title: text(), published: text('Published URL. Missing: unknown.'), isUnread: unread, entries }, [
    'published',
    'isUnread',
  ]),
);

const navigation = list(
  map({ address, before: navigationSide, after: navigationSide }),
  'Navigation of each site whose navigation changes, before and after. Null: the site does not exist.',
);

const redirects = list(
  map({
    from: text('Published URL that changes or disappears.'),
    to: orNull(text('Final URL. Null: no redirect is possible or allowed.')),
    reason: {
      enum: ['moved', 'ended', 'taken', 'root', 'unknown'],
      description:
        'moved: the content has a new URL. ended: the content has no URL any more. taken: other content uses the URL. root: the URL is the root of a site, and a redirect would also match every URL below it. unknown: the new URL could not be read.',
    },
    address,
    subject: text('Name of the affected object.'),
    except: list(text(), 'URLs below `from` that the redirect does not cover, with every URL below them.'),
  }),
  'Redirects. URLs below other URLs come first. `docform redirects` prints the redirects for a proxy.',
);

const policy = map({
  findings: list(
    map(
      {
        rule: text('Name of the rule.'),
        file: text('File that contains the rule.'),
        severity: { enum: ruleSeverities, description: 'error: the finding blocks the plan.' },
        message: text(),
        address: { ...address, description: 'Missing: the finding concerns the whole plan.' },
        source: place,
      },
      ['address', 'source'],
    ),
    'Findings, errors first. `guards` contains the findings too.',
  ),
  named: list(text(), 'Paths from --policy. Apply checks the plan against these rules again.'),
});

const outcome = list(map({ address, action: { enum: actions }, message: text() }));

const rehearsal = {
  ...map(
    {
      status: { enum: ['passed', 'failed', 'skipped'] },
      reason: text('Reason why the rehearsal was skipped.'),
      code: orNull(text('`docform explain CODE` prints the meaning.')),
      objects: { ...number, description: 'Number of objects in the copy.' },
      requests: { ...number, description: 'Number of requests to read the platform for the copy.' },
      changes: map({ done: number, failed: number, skipped: number, notStarted: number }),
      failures: { ...outcome, description: 'Changes that the copy refused, and changes that depend on them.' },
      left: list(
        map({ address, action: { enum: actions }, fields: list(text()) }),
        'Changes that a second plan would contain.',
      ),
      unsure: {
        ...outcome,
        description: 'Changes that the rehearsal cannot verify, because the copy differs from the platform.',
      },
      notCovered: list(map({ what: text(), why: text() }), 'Features that the copy does not have.'),
    },
    ['reason', 'code', 'objects', 'requests', 'changes', 'failures', 'left', 'unsure', 'notCovered'],
  ),
  description: 'Result of --rehearse: an apply to a copy of the organization.',
};

const properties: { readonly [key: string]: Schema } = {
  schemaVersion: { const: planSchemaVersion },
  kind: { const: 'plan' },
  target: map({ host: text(), organization: text() }),
  digest: digest(
    'Digest of target, organization, changes and pending declarations. `apply --expect-digest` compares this digest.',
  ),
  hasChanges: { ...flag, description: 'Whether apply would change the platform.' },
  isBlocked: { ...flag, description: 'Whether a guard blocks the plan.' },
  summary: map(Object.fromEntries(actions.map((action) => [action, number]))),
  requests: { ...number, description: 'Number of requests that apply sends.' },
  impact: impactSchema,
  navigation,
  redirects,
  changes: list(change, 'Changes in the order of execution. Changes that affect only the ledger come first.'),
  policy,
  guards: list(blocked, 'Guards that block the whole plan.'),
  unmanaged: list(
    map({ list: text(), kind: text(), objects: list(map({ id: text(), name: text() })) }),
    'Undeclared objects in managed lists. docform does not change these objects.',
  ),
  pending: list(
    map({
      address,
      kind: text(),
      reason: text(),
      isAccepted: {
        ...flag,
        description:
          'Whether an apply has accepted exactly this declaration. If false, `changes` has an entry with the action pending.',
      },
      fields: list(field, 'Declared fields. docform applies the fields after the person has joined.'),
      source: orNull(place),
    }),
    'Declared resources that are not on the platform yet and that only people can create, for example by inviting a member.',
  ),
  unknown: list(
    map({ list: text(), reason: text(), hides: list(address), keeps: list(address) }, ['keeps']),
    'Lists that could not be read completely.',
  ),
  notes: list(map({ address, text: text() })),
  orders: list(
    map({ container: address, kind: text(), current: list(address), wanted: list(address) }, ['kind']),
    'Lists whose order changes: the order before any move, and the planned order.',
  ),
  allowances: map({ addresses: list(address), deletes: orNull(number) }),
  configuration: orNull(digest('Digest of the configuration of the plan.')),
  version: orNull(text('Version of docform that made the plan.')),
  rehearsal,
  isMasked: { const: true, description: 'Secrets are masked, so the digest cannot be computed from this document.' },
  checksum: digest('Checksum of all other members of the document.'),
};

export function planSchema(): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `docform plan, version ${planSchemaVersion}`,
    description: 'Planned changes to a documentation platform. Within one schemaVersion, docform only adds members.',
    ...map(properties, ['impact', 'navigation', 'redirects', 'policy', 'rehearsal', 'isMasked']),
    definitions: { address: text('Resource address, such as sites/docs/sections/payments.'), navigationEntry },
  };
}
