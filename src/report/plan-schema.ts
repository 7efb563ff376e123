/** The plan document of `plan --json`, `plan --out FILE` and `show --json`: its type, and its JSON Schema (draft-07). */
import { type Static, type TObject, type TOptional, type TProperties, type TSchema, Type } from '@sinclair/typebox';
import type { Operation } from 'fast-json-patch';
import type { Address } from '../core/address.ts';
import { type ImpactTopic, severities } from '../core/impact.ts';
import { type NavigationEntry, navigationMarks } from '../core/navigation.ts';
import { ruleSeverities } from '../core/policy.ts';
import type { Value } from '../core/value.ts';
import type { Action } from '../plan/change.ts';
import { actions } from './words.ts';

/** 2: the digest covers ids, and changes list the objects that they involve. 3: `pending` has fields and is part of the digest. */
export const planSchemaVersion = 3;

const described = (description: string | undefined) => (description === undefined ? {} : { description });
/** Keeps the type of the schema, so that its declaration has a name. */
const withText = <T extends TSchema>(schema: T, description: string): T => ({ ...schema, description });

/** A schema in plain JSON Schema, for values of the type `T`. */
const plain = <T>(schema: { readonly [keyword: string]: unknown }) => Type.Unsafe<T>(schema);
const text = (description?: string) => Type.String(described(description));
const flag = Type.Boolean();
const number = Type.Integer({ minimum: 0 });
const address = plain<Address>({ $ref: '#/definitions/address' });
const list = <T extends TSchema>(items: T, description?: string) =>
  Type.Unsafe<readonly Static<T>[]>(Type.Array(items, described(description)));
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const oneOf = <const T extends string>(values: readonly T[], description?: string) =>
  plain<T>({ enum: values, ...described(description) });
const isTrue = (description: string) => plain<true>({ const: true, description });
const digest = (description: string) => Type.String({ pattern: '^sha256:[0-9a-f]{64}$', description });

/** Later releases may add members within a schema version, so unknown members are allowed. */
function map<P extends TProperties, O extends keyof P = never>(properties: P, optional: readonly O[] = []) {
  const own = Object.entries(properties).map(([key, schema]) => [
    key,
    optional.includes(key as O) ? Type.Optional(schema) : schema,
  ]);
  return Type.Object(Object.fromEntries(own)) as TObject<{ [K in keyof P]: K extends O ? TOptional<P[K]> : P[K] }>;
}

const place = map({ file: text(), line: number, column: number });

const blocked = map(
  {
    code: Type.String({
      pattern: '^[A-Z]-[A-Z0-9-]+$',
      description: 'Code of the guard. `docform explain CODE` prints the meaning.',
    }),
    reason: text(),
    hint: text(),
    override: text('Flag that overrides the guard, with the exact address or number.'),
  },
  ['hint', 'override'],
);

const field = map(
  {
    field: text(),
    before: plain<Value>({
      description: 'Value on the platform when the plan was made. Missing: not set. Secrets are digests.',
    }),
    after: plain<Value>({ description: 'Value in the configuration. Missing: the value is removed.' }),
    origin: oneOf(['configuration', 'platform', 'both'], 'Side that changed the field since the last apply, if known.'),
    isReference: isTrue('`before` and `after` are resource addresses. `objects` of the change contains their ids.'),
    isShownInFull: isTrue('Reports show the full value, regardless of its length: a condition.'),
    highRisk: text('Reason why the change is high-risk: wider access, or a removed protection.'),
    source: withText(place, 'Position in the configuration.'),
  },
  ['before', 'after', 'origin', 'isReference', 'isShownInFull', 'highRisk', 'source'],
);

const invitation = withText(
  map(
    {
      at: text(),
      fields: plain<{ readonly [field: string]: Value }>({ type: 'object', description: 'Fields in the invitation.' }),
      isUnknown: isTrue('The platform did not answer, so it may have invited the person.'),
    },
    ['isUnknown'],
  ),
  'When docform invited the person. Missing: docform did not invite the person.',
);

const involved = map(
  {
    address,
    id: text(),
    title: text('Title on the platform.'),
    as: oneOf(
      ['reference', 'neighbour', 'container', 'contents'],
      'reference: the change refers to the object. neighbour: a move places the resource next to the object. container: the object contains the resource, or will contain the resource. contents: a delete also deletes the object.',
    ),
  },
  ['title'],
);

const change = map(
  {
    address,
    kind: text(),
    action: oneOf(actions, 'adopt, rename, release, record, pending and unmanage change only the ledger.'),
    id: orNull(text('Id on the platform, if known before the apply.')),
    title: orNull(text('Title on the platform. Null: the object does not exist yet, or the title equals the key.')),
    fields: list(field),
    objects: list(involved, 'Other existing objects that the change involves. The digest covers their ids.'),
    patch: list(plain<Operation>({ type: 'object' }), 'RFC 6902 patch from the current fields to the planned fields.'),
    beside: withText(
      orNull(map({ relation: oneOf(['before', 'after']), address })),
      'New neighbour of a moved resource.',
    ),
    from: withText(orNull(address), 'Previous address of a renamed resource.'),
    why: orNull(text()),
    initialState: orNull(text('Initial state of a created object that you can change only on the platform.')),
    lost: list(text(), 'Losses that cannot be restored.'),
    notes: list(text()),
    blocked: orNull(blocked),
    source: withText(
      orNull(place),
      'Position in the configuration: the field, or else the block. For a delete: the list that contained the block.',
    ),
    waitsFor: list(address),
    requests: list(map({ operation: text(), method: text(), path: text('Unknown ids appear as {address}.') })),
  },
  ['title'],
);

const impactSchema = list(
  map(
    {
      on: oneOf(
        ['readers', 'people'],
        'readers: effects on readers of published sites. people: effects on permissions of members.',
      ),
      topic: plain<ImpactTopic>({
        type: 'string',
        description:
          'Type of the effect: opened, shut, share-link, dark, address, removed, shown, role, leaves, team, sso, unknown. Later releases may add topics.',
      }),
      severity: oneOf(
        severities,
        'high-risk: a high-risk effect, which widens access, locks people out or cannot be reverted.',
      ),
      address,
      field: text('Field that causes the effect. Missing: not caused by one field.'),
      subject: text('Name of the affected object.'),
      what: text('Description of the effect.'),
      before: plain<Value>({ description: 'Null: no value before. Missing: unknown.' }),
      after: plain<Value>({ description: 'Null: no value afterwards. Missing: unknown.' }),
      who: list(text(), 'Affected people: a phrase or names.'),
      details: list(text(), 'Further effects, and data that could not be read.'),
      source: orNull(place),
    },
    ['field', 'before', 'after'],
  ),
  'Effects on readers and on permissions. Effects on readers come first. Within each group, the riskiest effects come first.',
);

const unread = isTrue('The contents were not read, so entries may be missing.');

const entries = list(
  plain<NavigationEntry>({ $ref: '#/definitions/navigationEntry' }),
  'Entries in the order that readers see.',
);

const navigationEntry = map(
  {
    kind: text('Kind of the entry: section-group, section, external-link or site-space.'),
    address: withText(address, 'Entries with the same address in `before` and `after` are the same object.'),
    title: text('Title on this side.'),
    path: text(
      'Path below the URL of the site, `/` for the root. Missing: unknown, or a section group or external link, which has no path.',
    ),
    isDefault: isTrue('Readers see this entry first in its container.'),
    condition: text('Condition that visitors must meet. Missing: everyone who sees the container sees the entry.'),
    marks: list(oneOf(navigationMarks), 'Changes of the entry. Empty: no change.'),
    moved: map({ from: address, to: address }),
    fields: list(text(), 'Changed fields.'),
    isPlaceUnknown: isTrue('The position among the neighbours is unknown.'),
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
    reason: oneOf(
      ['moved', 'ended', 'taken', 'root', 'unknown'],
      'moved: the content has a new URL. ended: the content has no URL any more. taken: other content uses the URL. root: the URL is the root of a site, and a redirect would also match every URL below it. unknown: the new URL could not be read.',
    ),
    address,
    subject: text('Name of the affected object.'),
    except: list(text(), 'URLs below `from` that the redirect does not cover, with every URL below them.'),
  }),
  'Redirects. URLs below other URLs come first. `docform redirects` prints the redirects for a proxy.',
);

const policy = withText(
  map({
    findings: list(
      map(
        {
          rule: text('Name of the rule.'),
          file: text('File that contains the rule.'),
          severity: oneOf(ruleSeverities, 'error: the finding blocks the plan.'),
          message: text(),
          address: withText(address, 'Missing: the finding concerns the whole plan.'),
          source: place,
        },
        ['address', 'source'],
      ),
      'Findings, errors first. `guards` contains the findings too.',
    ),
    named: list(text(), 'Paths from --policy. Apply checks the plan against these rules again.'),
  }),
  'Results of policy rules.',
);

const outcome = list(map({ address, action: oneOf(actions), message: text() }));

const rehearsal = withText(
  map(
    {
      status: oneOf(['passed', 'failed', 'skipped']),
      reason: text('Reason why the rehearsal was skipped.'),
      code: orNull(text('`docform explain CODE` prints the meaning.')),
      objects: withText(number, 'Number of objects in the copy.'),
      requests: withText(number, 'Number of requests to read the platform for the copy.'),
      changes: map({ done: number, failed: number, skipped: number, notStarted: number }),
      failures: withText(outcome, 'Changes that the copy refused, and changes that depend on them.'),
      left: list(
        map({ address, action: oneOf(actions), fields: list(text()) }),
        'Changes that a second plan would contain.',
      ),
      unsure: withText(
        outcome,
        'Changes that the rehearsal cannot verify, because the copy differs from the platform.',
      ),
      notCovered: list(map({ what: text(), why: text() }), 'Features that the copy does not have.'),
    },
    ['reason', 'code', 'objects', 'requests', 'changes', 'failures', 'left', 'unsure', 'notCovered'],
  ),
  'Result of --rehearse: an apply to a copy of the organization.',
);

const part = withText(
  map(
    {
      only: list(text(), 'Values of --only. Empty: everything.'),
      except: list(text(), 'Values of --except.'),
      since: text('Revision as given with --since.'),
      commit: text('Full hash of the commit.'),
      selected: list(text(), 'With --since: addresses whose configuration changed. `LIST/*`: the members of a list.'),
      read: withText(number, 'Number of lists that were read.'),
      notRead: list(text(), 'Lists that a whole plan also reads and that this plan does not cover.'),
      leftOut: withText(
        map({ changes: number, blocked: list(address) }),
        'Number of changes outside the scope, as far as their lists were read, and the addresses of the blocked ones.',
      ),
    },
    ['since', 'commit', 'selected'],
  ),
  'Scope of a partial plan. Missing: the plan is whole.',
);

const properties = {
  schemaVersion: plain<typeof planSchemaVersion>({ const: planSchemaVersion }),
  kind: plain<'plan'>({ const: 'plan' }),
  target: withText(map({ host: text(), organization: text() }), 'Host of the platform, and id of the organization.'),
  digest: digest(
    'Digest of target, organization, scope, changes, pending declarations and external references. `apply --expect-digest` compares this digest.',
  ),
  isPartial: isTrue('The plan covers only `part`.'),
  part,
  hasChanges: withText(flag, 'Whether apply would change the platform.'),
  isBlocked: withText(flag, 'Whether a guard blocks the plan.'),
  summary: withText(
    map(Object.fromEntries(actions.map((action) => [action, number])) as { readonly [A in Action]: typeof number }),
    'Number of changes by action.',
  ),
  requests: withText(number, 'Number of requests that apply sends.'),
  impact: impactSchema,
  navigation,
  redirects,
  changes: list(
    change,
    'One entry for each address and action, in the order of execution. Changes that affect only the ledger come first.',
  ),
  policy,
  guards: list(blocked, 'Guards that block the whole plan.'),
  unmanaged: list(
    map(
      {
        list: text(),
        kind: text(),
        owner: text('Name of the other configuration that manages the objects. Missing: none in reach does.'),
        objects: list(map({ id: text(), name: text() })),
      },
      ['owner'],
    ),
    'Undeclared objects in managed lists. docform does not change these objects.',
  ),
  pending: list(
    map(
      {
        address,
        kind: text(),
        reason: text(),
        isAccepted: withText(
          flag,
          'Whether an apply has accepted exactly this declaration. If false, `changes` has an entry with the action pending.',
        ),
        invitation,
        toCreate: isTrue('A person has to create the object on the platform, with the declared title.'),
        waitsFor: withText(text(), 'The pending resource that has to exist first.'),
        fields: list(
          field,
          'Declared fields. docform applies the fields after the person has joined or the object exists.',
        ),
        source: orNull(place),
      },
      ['invitation', 'toCreate', 'waitsFor'],
    ),
    'Declared resources that are not on the platform yet and that only people can create, for example by inviting a member.',
  ),
  external: list(
    map({ address, kind: text(), id: text(), title: text() }, ['id', 'title']),
    'References to objects that this configuration does not manage. Without an id, docform has never found the object.',
  ),
  unknown: list(
    map({ list: text(), reason: text(), hides: list(address), keeps: list(address) }, ['keeps']),
    'Lists that could not be read completely.',
  ),
  notes: list(map({ address, text: text() }), 'Additional information.'),
  orders: list(
    map({ container: address, kind: text(), current: list(address), wanted: list(address) }, ['kind']),
    'Lists whose order changes: the order before any move, and the planned order.',
  ),
  allowances: withText(
    map({ addresses: list(address), deletes: orNull(number) }),
    'Values of --allow and --allow-deletes.',
  ),
  configuration: withText(
    orNull(digest('Digest of the configuration.')),
    'Digest of the configuration. Null: apply does not accept this document.',
  ),
  version: withText(orNull(text()), 'Version of docform that made the plan.'),
  readAt: text('Time when docform started to read (RFC 3339). Not covered by `digest`.'),
  revision: text(
    'Git commit of the configuration, with `-modified` if a file of the configuration differs from the commit. Missing: unknown. Not covered by `digest`.',
  ),
  token: withText(
    map({ from: orNull(text()), identity: orNull(map({ id: text(), name: orNull(text()) })) }),
    '`from`: source of the token, null if no token is needed. `identity`: user of the token, null if the platform does not report the user. Not covered by `digest`.',
  ),
  rehearsal,
  isMasked: isTrue('Secrets are masked, so the digest cannot be computed from this document.'),
  checksum: digest('Checksum of all other members of the document.'),
};

const document = map(properties, [
  ...(['isPartial', 'part', 'navigation', 'redirects', 'policy'] as const),
  ...(['readAt', 'revision', 'token', 'rehearsal', 'isMasked'] as const),
]);

export type PlanDocument = Static<typeof document>;

interface JsonSchema {
  readonly [keyword: string]: unknown;
  readonly properties: { readonly [member: string]: { readonly description?: string } };
  readonly required?: readonly string[];
}

export function planSchema(): JsonSchema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: `docform plan, version ${planSchemaVersion}`,
    description: 'Planned changes to a documentation platform. Within one schemaVersion, docform only adds members.',
    ...document,
    definitions: { address: text('Resource address, such as sites/docs/sections/payments.'), navigationEntry },
  };
}
