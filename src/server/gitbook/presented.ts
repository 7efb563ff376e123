/** The members that answers have in the dialects of GitBook. */
import { userAnswer } from '../resources/people.ts';
import { spaceAnswer } from '../resources/space.ts';
import type { Asked } from '../routing/dialect.ts';
import { defined } from '../rules/answers.ts';
import type { Context } from '../rules/context.ts';
import { requireObject } from '../rules/objects.ts';
import { isAtLeast, roleIn } from '../rules/rights.ts';
import { compared } from '../store/compare.ts';

interface Item {
  object: string;
  id: string;
  permissions?: { [name: string]: boolean };
  urls?: { [name: string]: string };
  [member: string]: unknown;
}

/** Changed members by kind of object. Undefined removes a member, or the whole object from its list. */
interface Changes {
  readonly [object: string]: (asked: Asked, item: Item) => object | undefined;
}

const changes: Changes = {
  organization: ({ context }, { id, permissions, trial = {}, defaultContent }) => ({
    mergeRules: context.store.find('organization', id)?.data.mergeRules ?? { type: 'none' },
    defaultContent: defaultContent ?? undefined,
    // Its prices are required, and the contract has none.
    billing: undefined,
    trial: { count: 0, ...(trial as object) },
    permissions: {
      ...permissions,
      access: permissions?.view,
      listInstallations: permissions?.listIntegrations,
      installIntegration: permissions?.admin,
    },
  }),
  member: ({ context, path }) => ({ sites: context.store.count('site', path.organizationId ?? '') }),
  space: ({ context }, { id, permissions, gitSync, urls }) => {
    const { data } = context.store.find('space', id) ?? requireObject(context, 'trashed-space', id);
    const { language, icon, mergeRules = { type: 'inherit' } } = data;
    return {
      mergeRules,
      ...defined({ language, gitSync: syncAnswer(gitSync) }),
      urls: { ...urls, ...defined({ icon }) },
      permissions: { ...permissions, installIntegration: permissions?.admin },
    };
  },
  site: ({ context }, item) => sitePresented(context, item),
  'site-section': ({ context }, { id }) => {
    const { draft = false, localizedTitle, localizedDescription } = context.store.find('section', id)?.data ?? {};
    return { draft, ...defined({ localizedTitle, localizedDescription }) };
  },
  'site-section-group': ({ context }, { id }) =>
    defined({ localizedTitle: context.store.find('section-group', id)?.data.localizedTitle }),
  'site-space': ({ context }, { id, space }) => {
    const { data } = requireObject(context, 'site-space', id);
    // The space is required there, even if the caller has no access to it.
    const embedded = space ?? spaceAnswer(context, requireObject(context, 'space', data.space));
    const { draft = false, hidden = false, pageId } = data;
    return { space: embedded, draft, hidden, ...defined({ pageId }) };
  },
  'site-adaptive-schema': (_, { jsonSchema }) => ({ jsonSchema: { ...(jsonSchema as object), $id: undefined } }),
  revision: () => ({ tags: [] }),
  comment: ({ context, path }, { id }) => ({ repliers: contributors(context, path.organizationId ?? '', id) }),
  'openapi-spec': ({ context }, { id, lastProcessErrorCode }) => ({
    visibility: context.store.find('openapi-spec', id)?.data.visibility ?? 'private',
    lastProcessedErrorCount: lastProcessErrorCode === undefined ? 0 : 1,
  }),
};

/** The members that the contract lacks. */
function syncAnswer(gitSync: unknown) {
  if (gitSync === undefined) return undefined;
  return { installationId: 'git-sync', installationStatus: 'active', ...(gitSync as object) };
}

function sitePresented(context: Context, { id, type, permissions, urls }: Item) {
  const site = context.store.find('site', id);
  const role = site && roleIn(context, site.scope);
  const [view, edit] = [permissions?.view, isAtLeast(role, 'create')];
  const admin = permissions?.admin;
  const rights = { access: view, edit, create: edit, installIntegration: admin, viewAdaptiveSchema: view };
  return {
    agentsContext: undefined,
    appliedType: type,
    ...defined({ gitSync: syncAnswer(site?.data.shown?.gitSync), styleguide: spaceReference(site?.data.styleguide) }),
    defaultLevel: site?.data.defaultLevel === undefined ? 'inherit' : site.data.defaultLevel,
    permissions: { ...permissions, ...rights, editAdaptiveSchema: admin },
    urls: { ...urls, preview: `${urls?.app}/preview` },
  };
}

function spaceReference(space: string | undefined) {
  return space === undefined ? undefined : { kind: 'space', space };
}

function isItem(value: object): value is Item {
  return typeof (value as Partial<Item>).object === 'string';
}

/** Members that contain objects of the platform. All others can contain text of users, such as a specification. */
const embedding = [
  'items',
  'organizations',
  'organization',
  'space',
  'site',
  'structure',
  'sections',
  'children',
  'siteSpaces',
  'targetReference',
] as const;

function presentedWith(changing: Changes) {
  const presented = (asked: Asked, answer: unknown): unknown => {
    if (Array.isArray(answer)) return answer.map((item) => presented(asked, item)).filter((item) => item !== undefined);
    if (typeof answer !== 'object' || answer === null) return answer;
    const change = isItem(answer) ? changing[answer.object] : undefined;
    const changed = change === undefined ? {} : change(asked, answer as Item);
    if (changed === undefined) return undefined;
    const whole: { [member: string]: unknown } = { ...answer, ...changed };
    for (const name of embedding) if (Object.hasOwn(whole, name)) whole[name] = presented(asked, whole[name]);
    return whole;
  };
  return presented;
}

export const presentedToday = presentedWith(changes);

/** Before drafts, external links, and levels of sites. */
export const presentedEarlier = presentedWith({
  ...changes,
  member: () => ({}),
  site: (asked, item) => {
    const { agentsContext } = item;
    const absent = { defaultLevel: undefined, gitSync: undefined, styleguide: undefined };
    return { ...changes.site?.(asked, item), agentsContext, ...absent };
  },
  'site-section': () => ({}),
  // Operations of the contract answer without the children.
  'site-section-group': (_, { children, sections }) => ({ draft: undefined, children: children ?? sections }),
  'site-space': (asked, item) => {
    const absent = { draft: undefined, hidden: undefined, pageId: undefined };
    return { ...changes['site-space']?.(asked, item), ...absent };
  },
  'site-external-link': () => undefined,
});

function contributors(context: Context, organization: string, comment: string) {
  const found = new Map<string, { count: number; updatedAt: string }>();
  for (const { data } of context.store.children('comment-reply', comment)) {
    const known = found.get(data.postedBy) ?? { count: 0, updatedAt: data.postedAt };
    const updatedAt = compared(known.updatedAt, data.postedAt) < 0 ? data.postedAt : known.updatedAt;
    found.set(data.postedBy, { count: known.count + 1, updatedAt });
  }
  return [...found].map(([id, { count, updatedAt }]) => ({
    updatedAt,
    count,
    user: userAnswer(context, organization, id),
  }));
}
