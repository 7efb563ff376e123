/** Changes outside docform on the reference platform: renamed, deleted, added and moved objects. */
import type { Platform } from '../../src/server/index.ts';
import { type Answer, speak } from '../server/open.ts';
import type { Choice } from './law.ts';

interface Item {
  readonly id: string;
  readonly name?: string;
  readonly slug?: string;
  readonly section?: string;
  readonly sectionGroup?: string;
}

interface Hands {
  readonly org: string;
  readonly send: (method: string, path: string, body?: unknown) => Promise<Answer>;
  /** An item of a list. undefined: the list is empty. */
  readonly one: (path: string) => Promise<Item | undefined>;
  readonly serial: number;
}

type Act = (hands: Hands) => Promise<unknown>;

/** A change that the platform refuses has no effect. */
export async function doByHand(platform: Platform, deeds: readonly Choice[]): Promise<void> {
  for (const [serial, { what, which }] of deeds.entries()) {
    const send: Hands['send'] = (method, path, body) =>
      speak(platform).send(method, path.startsWith('~') ? path : `/v1${path}`, body);
    const one: Hands['one'] = async (path) => {
      const items = await itemsOf(send, path);
      return items[which % Math.max(1, items.length)];
    };
    await acts[what % acts.length]?.({ org: '~', send, one, serial });
  }
}

async function itemsOf(send: Hands['send'], path: string): Promise<readonly Item[]> {
  const { body } = await send('GET', `${path}${path.includes('?') ? '&' : '?'}limit=1000`);
  return body?.items ?? [];
}

function deleting(list: string): Act {
  return async ({ org, send, one }) => {
    const item = await one(`${org}/${list}`);
    if (item)
      await send(
        'DELETE',
        `${org}/${list}/${item.name !== undefined && list === 'custom-fields' ? item.name : (item.slug ?? item.id)}`,
      );
  };
}

function renaming(list: string, method = 'PATCH', member = 'title'): Act {
  return async ({ org, send, one, serial }) => {
    const item = await one(`${org}/${list}`);
    if (item) await send(method, `${org}/${list}/${item.id}`, { [member]: `By hand ${serial}` });
  };
}

/** Runs the action on one site. */
function onSite(act: (hands: Hands, site: string) => Promise<unknown>): Act {
  return async (hands) => {
    const site = await hands.one(`${hands.org}/sites`);
    if (site) await act(hands, `${hands.org}/sites/${site.id}`);
  };
}

const deletingPart = (list: string): Act =>
  onSite(async ({ send, one }, site) => {
    const item = await one(`${site}/${list}`);
    if (item) await send('DELETE', `${site}/${list}/${item.id}`);
  });

const changingPart = (list: string, bodyOf: (serial: number) => unknown): Act =>
  onSite(async ({ send, one, serial }, site) => {
    const item = await one(`${site}/${list}`);
    if (item) await send('PATCH', `${site}/${list}/${item.id}`, bodyOf(serial));
  });

/** Moves an item before the first one of its container. */
const movingPart = (list: string, reference: (id: string) => unknown): Act =>
  onSite(async ({ send, one }, site) => {
    const item = await one(`${site}/${list}`);
    const first = (await itemsOf(send, `${site}/${list}`)).find(
      (other) => other.section === item?.section && other.sectionGroup === item?.sectionGroup,
    );
    if (item && first && first.id !== item.id)
      await send('POST', `${site}/${list}/${item.id}/move`, { position: { before: reference(first.id) } });
  });

/** Moves a top-level collection before the first one. */
const movingCollection: Act = async ({ org, send, one }) => {
  const top = `${org}/collections?nested=false`;
  const item = await one(top);
  const [first] = await itemsOf(send, top);
  if (item && first && first.id !== item.id)
    await send('POST', `/collections/${item.id}/move`, {
      position: { before: { type: 'collection', collection: first.id } },
    });
};

const straySpace = async ({ org, send }: Hands): Promise<string> => {
  const [admin] = await itemsOf(send, `${org}/members?role=admin&order=asc`);
  const { body } = await send('GET', `${org}/members/${admin?.id}/spaces?limit=1000`);
  return body.items.find(({ space }) => space.title === 'Stray')?.space.id ?? '';
};

const acts: readonly Act[] = [
  ...['teams', 'saml', 'custom-fields', 'collections', 'openapi', 'translations', 'sites'].map(deleting),
  ...['sections', 'section-groups', 'site-spaces', 'share-links'].map(deletingPart),
  renaming('teams'),
  renaming('sites'),
  renaming('translations', 'PUT'),
  renaming('saml', 'PATCH', 'label'),
  async ({ org, send, one, serial }) => {
    const spec = await one(`${org}/openapi`);
    if (spec)
      await send('PUT', `${org}/openapi/${spec.slug ?? spec.id}`, {
        source: { url: `https://acme.dev/by-hand-${serial}.json` },
      });
  },
  async ({ org, send, one, serial }) =>
    send('PATCH', `/collections/${(await one(`${org}/collections`))?.id}`, { title: `By hand ${serial}` }),
  changingPart('sections', (serial) => ({
    title: `By hand ${serial}`,
    condition: 'visitor.claims.x',
    path: `by-hand-${serial}`,
  })),
  changingPart('section-groups', (serial) => ({ title: `By hand ${serial}`, icon: 'hand' })),
  changingPart('site-spaces', (serial) => ({ path: `by-hand-${serial}` })),
  changingPart('share-links', (serial) => ({ name: `By hand ${serial}`, active: false })),
  movingCollection,
  movingPart('sections', (id) => ({ type: 'site-section', siteSection: id })),
  movingPart('site-spaces', (id) => ({ type: 'site-space', siteSpace: id })),
  onSite(async ({ send, one }, site) => {
    const [section, group] = [await one(`${site}/sections`), await one(`${site}/section-groups`)];
    if (section?.sectionGroup)
      await send('DELETE', `${site}/section-groups/${section.sectionGroup}/sections/${section.id}`);
    else if (section && group)
      await send('POST', `${site}/section-groups/${group.id}/sections`, { sectionId: section.id });
  }),
  onSite(async (hands, site) =>
    hands.send('POST', `${site}/sections`, { spaceId: await straySpace(hands), title: `By hand ${hands.serial}` }),
  ),
  onSite(async (hands, site) => hands.send('POST', `${site}/site-spaces`, { spaceId: await straySpace(hands) })),
  onSite(({ send, serial }, site) => send('POST', `${site}/section-groups`, { title: `By hand ${serial}` })),
  onSite(({ send, serial }, site) => send('POST', `${site}/share-links`, { name: `By hand ${serial}` })),
  ({ org, send, serial }) => send('PUT', `${org}/teams`, { title: `By hand ${serial}` }),
  async ({ org, send, one }) =>
    send('PUT', `${org}/teams/${(await one(`${org}/teams`))?.id}/members/${(await one(`${org}/members`))?.id}`, {
      role: 'owner',
    }),
  async ({ org, send, one }) =>
    send('DELETE', `/spaces/${(await one(`/collections/${(await one(`${org}/collections`))?.id}/spaces`))?.id}`),
];
