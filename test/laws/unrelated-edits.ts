/** Objects that nothing else refers to, and changes of them outside docform. */
import { speak } from '../server/open.ts';
import type { Journey } from './journey.ts';
import type { Choice } from './law.ts';
import type { Outline } from './outline.ts';

/** Objects that no generated object refers to. */
export const apart: Outline = {
  teams: { apart: { title: 'Quince team' }, aside: { title: 'Rowan team' } },
  spaces: { apart: { title: 'Quince space' }, aside: { title: 'Rowan space' } },
  sites: {
    apart: { title: 'Quince site', visibility: 'unlisted', structure: [{ space: 'apart', path: 'q' }] },
    aside: { title: 'Rowan site', visibility: 'unlisted', structure: [{ space: 'aside', path: 'r' }] },
  },
};

export function withApart(outline: Outline): Outline {
  return {
    ...outline,
    teams: { ...outline.teams, ...apart.teams },
    spaces: { ...outline.spaces, ...apart.spaces },
    sites: { ...outline.sites, ...apart.sites },
  };
}

type Send = (method: string, path: string, body?: unknown) => Promise<unknown>;

interface Scene {
  readonly send: Send;
  readonly serial: number;
  readonly idOf: (address: string) => string;
}

type Edit = (scene: Scene) => Promise<unknown>;

const anyTeam = (what: number) => `teams/${what % 2 === 0 ? 'apart' : 'aside'}`;
const anySite = (what: number) => `sites/${what % 2 === 0 ? 'apart' : 'aside'}`;

/** Each concerns only objects of `apart`, or new ones. */
export const unrelated = (which: number): readonly Edit[] => [
  ({ send, idOf, serial }) => send('PATCH', `~/teams/${idOf(anyTeam(which))}`, { title: `By hand ${serial}` }),
  ({ send, idOf }) => send('DELETE', `~/teams/${idOf(anyTeam(which))}`),
  ({ send, idOf, serial }) => send('PATCH', `~/sites/${idOf(anySite(which))}`, { title: `By hand ${serial}` }),
  ({ send, idOf }) => send('PATCH', `~/sites/${idOf(anySite(which))}`, { visibility: 'public' }),
  ({ send, idOf }) => send('DELETE', `~/sites/${idOf(anySite(which))}`),
  ({ send, serial }) => send('PUT', '~/teams', { title: `By hand ${serial}` }),
  ({ send, idOf, serial }) =>
    send('POST', `~/sites/${idOf(anySite(which))}/share-links`, { name: `By hand ${serial}` }),
];

export async function doUnrelated({ reference, backend }: Journey, done: readonly Choice[]) {
  const { ledger } = await backend.load();
  const send: Send = (method, path, body) =>
    speak(reference).send(method, path.startsWith('~') ? path : `/v1${path}`, body);
  for (const [serial, { what, which }] of done.entries()) {
    const all = unrelated(which);
    await all[what % all.length]?.({ send, serial, idOf: (address) => ledger.resources[address]?.id ?? '' });
  }
}
