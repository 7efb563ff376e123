/** The fixture `medium` with members of every role, and objects for every operation. */
import type { PlatformOptions } from '../../src/server/index.ts';
import { type Json, makeSpaces, type Opened, open, speak } from './open.ts';

export type Speaker = Omit<Opened, 'platform'>;

/** Callers by column, with their e-mail. */
export const people = {
  admin: 'ana@acme.dev',
  create: 'jon@acme.dev',
  review: 'kim@acme.dev',
  edit: 'bo@acme.dev',
  comment: 'dan@acme.dev',
  read: 'oli@acme.dev',
  owner: 'max@acme.dev',
  guest: 'eve@acme.dev',
  stranger: 'gus@example.com',
} as const;

export type Person = keyof typeof people;

export interface RightsWorld extends Opened {
  as(person: Person): Speaker;
  /** Parameters of paths, and other ids by name. */
  readonly ids: Ids;
}

type Ids = { readonly [name: string]: string };

const named = (items: readonly Json[], title: string): Json => items.find((item) => item.title === title) as Json;

/** The ids are the same each time. The collection inherits its level, so the caller's level in its spaces is their role. */
export async function openRightsWorld(options: Pick<PlatformOptions, 'data'> = {}): Promise<RightsWorld> {
  const seeded = await seededIds();
  const at = open({ seed: 'medium', ...options });
  const ids = { ...seeded, ...(await prepare(at, seeded)) };
  const as = (person: Person) => speak({ ...at.platform, token: at.platform.tokenFor(people[person]) });
  return { ...at, ids, as };
}

let found: Promise<Ids> | undefined;

/** The ids of the fixture, read once. */
function seededIds(): Promise<Ids> {
  found ??= (async () => {
    const at = open({ seed: 'medium' });
    const ids = {
      ...(await peopleIn(at)),
      ...(await contentIn(at)),
      ...(await siteIn(at)),
      ...(await definitionsIn(at)),
    };
    at.platform.close();
    return ids;
  })();
  return found;
}

/** Creates the objects that the fixture does not contain. */
async function prepare(at: Opened, ids: Ids): Promise<Ids> {
  const roster = { [ids.userId ?? '']: { role: 'member' }, [ids.owner ?? '']: { role: 'owner' } };
  await at.put(`~/teams/${ids.teamId}/members`, { memberships: roster });
  await at.patch(`/v1/collections/${ids.collectionId}`, { defaultLevel: 'inherit' });
  const bare = await at.post('~/collections', { title: 'Bare' });
  const [trashed = '', alone = ''] = await makeSpaces(at, 'Trashed', 'Alone');
  await at.delete(`/v1/spaces/${trashed}`);
  const discussion = `/v1/spaces/${ids.spaceId}/change-requests/1/comments/${ids.changeComment}`;
  const changeReply = await at.post(`${discussion}/replies`, { body: { markdown: 'Soon' } });
  return { bare: bare.id, trashed, alone, changeReply: changeReply.id };
}

async function peopleIn(at: Opened) {
  const member = async (email: string) => (await at.list(`~/members?search=${email}`))[0]?.id ?? '';
  const [userId, owner] = [await member('pia@acme.dev'), await member(people.owner)];
  const team = named(await at.list('~/teams'), 'Partners').id;
  const [saml] = await at.list('~/saml');
  const [, globex] = await at.list('/v1/orgs');
  return {
    ...{
      organizationId: at.platform.organization,
      globex: globex?.id ?? '',
      userId,
      owner,
      teamId: team,
      inviteId: 'inv_123',
    },
    ...{ samlProviderId: saml?.id ?? '', emailDomain: 'acme.dev' },
  };
}

async function contentIn(at: Opened) {
  const collections = await at.list('~/collections');
  const product = named(collections, 'Product').id;
  const spaces = (await at.list(`~/members/${(await at.list('~/members?search=ana@'))[0]?.id}/spaces`)).map(
    ({ space }) => space,
  );
  const home = named(spaces, 'Home').id;
  const changes = `/v1/spaces/${home}/change-requests/1`;
  const comment = (await at.list(`/v1/spaces/${home}/comments`)).find(
    ({ postedBy }) => postedBy.email === people.edit,
  ) as Json;
  const [reply] = await at.list(`/v1/spaces/${home}/comments/${comment.id}/replies`);
  const [changeComment] = await at.list(`${changes}/comments`);
  const { pages } = await at.get(`${changes}/content/pages`);
  const [file] = await at.list(`${changes}/content/files`);
  return {
    ...{
      collectionId: product,
      internal: named(collections, 'Internal').id,
      archive: named(collections, 'Archive').id,
    },
    ...{ spaceId: home, runbook: named(spaces, 'Runbook').id, changelog: named(spaces, 'Changelog').id },
    ...{ guide: named(spaces, 'Partner Guide').id, locked: named(spaces, 'Payments FR').id },
    ...{
      changeRequestId: '1',
      commentId: comment.id,
      commentReplyId: reply?.id ?? '',
      changeComment: changeComment?.id ?? '',
    },
    ...{ pageId: pages[0].id, fileId: file?.id ?? '' },
  };
}

async function siteIn(at: Opened) {
  const sites = await at.list('~/sites');
  const [docs, partners, internal] = ['Acme Docs', 'Partner Portal', 'Internal Handbook'].map(
    (title) => named(sites, title).id,
  );
  const sections = await at.list(`~/sites/${docs}/sections`);
  const groups = await at.list(`~/sites/${docs}/section-groups`);
  const siteSpaces = named(sections, 'Payments').siteSpaces;
  const [shareLink] = await at.list(`~/sites/${partners}/share-links`);
  return {
    ...{ siteId: docs ?? '', partners: partners ?? '', internalSite: internal ?? '' },
    ...{
      siteSectionId: named(sections, 'Start').id,
      grouped: named(sections, 'Payments').id,
      changes: named(sections, 'Changes').id,
    },
    ...{ siteSectionGroupId: groups[0]?.id ?? '', past: groups[1]?.id ?? '' },
    ...{ siteSpaceId: siteSpaces[0].id, otherSiteSpace: siteSpaces[1].id, shareLinkId: shareLink?.id ?? '' },
  };
}

async function definitionsIn(at: Opened) {
  const [spec] = await at.list('~/openapi');
  const [translation] = await at.list('~/translations');
  return {
    fieldName: 'owner',
    specSlug: spec?.slug,
    versionId: spec?.lastVersion,
    translationSettingsId: translation?.id ?? '',
  };
}
