/** Tests `permissions` of answers: an operation succeeds exactly if its boolean is true. */
import { expect, test } from 'vitest';
import type { Json } from './open.ts';
import { requestOf } from './rights-requests.ts';
import { openRightsWorld, type Person, people, type RightsWorld, type Speaker } from './rights-world.ts';

/** The operation of a boolean, and the parameter with the id. Deletes come last. */
interface Promised {
  readonly read: string;
  readonly behind: { readonly [permission: string]: string };
  /** Name of the parameter, and its ids. */
  readonly objects?: readonly [parameter: string, ...ids: readonly string[]];
}

const definition = (kind: string): Promised => ({
  read: `get${kind}`,
  behind: { view: `get${kind}`, edit: `update${kind}` },
});

const promises: readonly Promised[] = [
  {
    read: 'getOrganization',
    behind: {
      ...{ view: 'getOrganization', admin: 'updateOrganization', createContent: 'createCollection' },
      ...{ createOpenAPISpec: 'createOpenApiSpec', listMembers: 'listMembers', listTeams: 'listTeams' },
    },
  },
  {
    read: 'getCollection',
    objects: ['collectionId', 'collectionId', 'archive', 'internal', 'bare'],
    behind: {
      view: 'getCollection',
      admin: 'updateCollection',
      viewInviteLinks: 'getLinkInvite',
      create: 'createCollection',
    },
  },
  {
    read: 'getSpace',
    objects: ['spaceId', 'spaceId', 'changelog', 'guide', 'locked', 'runbook', 'alone'],
    behind: {
      ...{ view: 'getSpace', access: 'listSpaceLinks', admin: 'updateSpace', viewInviteLinks: 'getLinkInvite' },
      comment: 'createSpaceComment',
    },
  },
  { read: 'getSpace', behind: { edit: 'importChangeRequestContent' } },
  {
    read: 'getSpace',
    objects: ['spaceId', 'trashed'],
    behind: { view: 'getSpace', access: 'listSpaceLinks', comment: 'createSpaceComment', admin: 'restoreSpace' },
  },
  { read: 'getTeam', objects: ['teamId', 'teamId', 'otherTeam'], behind: { view: 'getTeam', admin: 'updateTeam' } },
  { read: 'getSite', objects: ['siteId', 'partners'], behind: { view: 'getSite', admin: 'createShareLink' } },
  definition('CustomField'),
  { ...definition('OpenApiSpec'), behind: { view: 'getOpenApiSpec', edit: 'putOpenApiSpec' } },
  definition('Translation'),
  {
    read: 'getSpaceCommentReply',
    behind: { view: 'getSpaceCommentReply', edit: 'updateSpaceCommentReply', reply: 'createSpaceCommentReply' },
  },
  {
    read: 'getSpaceComment',
    objects: ['commentId', 'commentId', 'otherComment'],
    behind: {
      view: 'getSpaceComment',
      edit: 'updateSpaceComment',
      reply: 'createSpaceCommentReply',
      delete: 'deleteSpaceComment',
    },
  },
  {
    read: 'getChangeRequestComment',
    objects: ['changeComment', 'changeComment'],
    behind: {
      ...{
        view: 'getChangeRequestComment',
        edit: 'updateChangeRequestComment',
        reply: 'createChangeRequestCommentReply',
      },
      delete: 'deleteChangeRequestComment',
    },
  },
];

async function withMore(world: RightsWorld): Promise<RightsWorld> {
  const comments = await world.list(`/v1/spaces/${world.ids.spaceId}/comments`);
  const teams = await world.list('~/teams');
  const more = {
    otherComment: comments.find(({ id }) => id !== world.ids.commentId)?.id ?? '',
    otherTeam: teams[2]?.id ?? '',
  };
  return { ...world, ids: { ...world.ids, ...more } };
}

/** Creates in an object name it in the body. */
function bodyFor(operation: string, ids: RightsWorld['ids'], isInside: boolean, body?: object): object | undefined {
  return operation === 'createCollection' && isInside ? { ...body, parent: ids.collectionId } : body;
}

async function broken(
  world: RightsWorld,
  speaker: Speaker,
  { read, behind, objects = ['organizationId', 'organizationId'] }: Promised,
) {
  const [parameter, ...names] = objects;
  const found: string[] = [];
  let tried = 0;
  for (const name of names) {
    const ids = { ...world.ids, [parameter]: world.ids[name] ?? '' };
    const shown = await speaker.send(...requestOf(read, ids));
    if (shown.status >= 300) continue;
    for (const [permission, operation] of Object.entries(behind)) {
      const [method, path, body] = requestOf(operation, { ...ids, trashed: ids.spaceId ?? '' });
      const { status } = await speaker.send(method, path, bodyFor(operation, ids, parameter === 'collectionId', body));
      tried += 1;
      const isKept = (shown.body as Json).permissions[permission] === status < 300;
      if (!isKept)
        found.push(
          `${read} ${name}: ${permission} is ${shown.body.permissions[permission]}, ${operation} answers ${status}`,
        );
    }
  }
  return { found, tried };
}

test.each(Object.keys(people) as Person[])(
  'each boolean is true exactly if its operation succeeds: %s',
  async (person) => {
    const world = await withMore(await openRightsWorld());
    const speaker = world.as(person);
    const found: string[] = [];
    let tried = 0;
    for (const promised of promises) {
      const result = await broken(world, speaker, promised);
      found.push(...result.found);
      tried += result.tried;
    }
    world.platform.close();
    expect(found).toEqual([]);
    expect(tried).toBeGreaterThanOrEqual({ admin: 60, guest: 6, stranger: 0 }[person as string] ?? 40);
  },
);

test('`ownTeam` is true for users who can manage the roster of a team', async () => {
  const world = await openRightsWorld();
  const owners: string[] = [];
  for (const person of Object.keys(people) as Person[]) {
    if (person === 'stranger') continue;
    const speaker = world.as(person);
    const { ownTeam } = (await speaker.get('~')).permissions;
    const answers = [];
    for (const { id } of await world.list('~/teams'))
      answers.push((await speaker.send('PUT', `~/teams/${id}/members`, {})).status);
    expect([person, answers.includes(204)]).toEqual([person, ownTeam]);
    if (ownTeam) owners.push(person);
  }
  expect(owners).toEqual(['admin', 'create', 'owner']);
  world.platform.close();
});

test('the permissions of a locked space are only to read, discuss and administer it', async () => {
  const world = await openRightsWorld();
  const path = `/v1/spaces/${world.ids.spaceId}`;
  await world.patch(path, { editMode: 'locked' });
  const isTrue = async (person: Person) =>
    Object.entries((await world.as(person).get(path)).permissions).flatMap(([name, value]) =>
      value === true ? [name] : [],
    );
  expect(await isTrue('admin')).toEqual(['view', 'access', 'admin', 'viewInviteLinks', 'comment', 'review']);
  expect(await isTrue('edit')).toEqual(['view', 'access', 'comment']);
  expect(await isTrue('read')).toEqual(['view', 'access']);
  expect(await world.refused(...requestOf('importChangeRequestContent', world.ids))).toBe(412);
  await world.patch(path, { editMode: 'live' });
  expect(await isTrue('edit')).toEqual(['view', 'access', 'edit', 'comment']);
  world.platform.close();
});
