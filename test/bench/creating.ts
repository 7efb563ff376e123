/** Rows for the writes of an apply: a new organization, and changes to 1 % of one, compared with the same requests and with similar tools. */
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Row, rowOf } from './figures.ts';
import { organizationText, spacesText } from './organization.ts';
import type { Peer } from './peers.ts';
import { type Command, inTurn, run } from './processes.ts';
import { docform, type RecordedOrganization, startPlatform } from './recorded.ts';
import { type Replies, startReplies } from './replies.ts';
import type { Recorded } from './replies-child.ts';
import { bare } from './whole-processes.ts';

const mostCreated = 10_000;

/** Applies with recorded replies that are repeated from their beginning. */
type Applying = RecordedOrganization['applying'];

/** At first the platform contains only the spaces, a tenth of all objects, and they are managed. The apply creates all other objects. */
async function recordCreation(root: string, made: number): Promise<Applying> {
  const size = Math.ceil(made / 0.9);
  const [before, directory] = [join(root, `spaces-${made}`), join(root, `create-${made}`)];
  mkdirSync(before);
  const seed = join(before, 'docform.yaml');
  writeFileSync(seed, spacesText(size));
  const platform = await startPlatform(seed);
  const replies = await startReplies();
  const begin = async (...flags: readonly string[]): Promise<Command> => {
    rmSync(directory, { recursive: true, force: true });
    cpSync(before, directory, { recursive: true });
    writeFileSync(join(directory, 'docform.yaml'), organizationText(size));
    return docform(directory, replies.url, ['apply', '--yes', ...flags]);
  };
  try {
    await replies.record(platform.url);
    await run(docform(before, replies.url, ['apply', '--yes']));
    await replies.record(platform.url);
    await run(await begin());
    const { recorded: requests } = await replies.replay();
    return { replies, requests, begin };
  } catch (error) {
    replies.stop();
    throw error;
  } finally {
    platform.stop();
  }
}

interface Rounds {
  readonly rounds: number;
  readonly delayMs: number;
}

/** Compares with the same requests, and with the same operation of each peer. */
async function rowsBeside(
  name: string,
  size: number,
  { rounds, delayMs }: Rounds,
  { replies, requests: sent, begin }: Applying,
  besides: readonly { readonly name: string; readonly command: Command; readonly tool?: string }[],
): Promise<readonly Row[]> {
  let requests = 0;
  const own = async () => {
    const command = await begin();
    await replies.replay(delayMs);
    const figures = await run(command);
    ({ requests } = await replies.replay());
    return figures;
  };
  const others = besides.map(({ command }) => async () => {
    await replies.replay(delayMs);
    return run(command);
  });
  const [mine = [], ...measured] = await inTurn(rounds, [own, ...others]);
  const counts = { requests, writes: sent.filter(({ method }) => method !== 'GET').length };
  return besides.map((beside, at) =>
    rowOf({
      ...{
        name: `${beside.tool === undefined ? name : `${name} beside ${beside.tool}`}${delayMs > 0 ? `, answers after ${delayMs} ms` : ''}`,
        size,
        of: delayMs > 0 ? 'wall' : 'cpu',
        rounds: mine,
        counts,
      },
      beside: { name: beside.name, rounds: measured[at] ?? [] },
    }),
  );
}

export async function applyRows(
  root: string,
  world: RecordedOrganization,
  { peers, ...rounds }: Rounds & { readonly peers: readonly Peer[] },
): Promise<readonly Row[]> {
  const { size, applying } = world;
  const sameRequests = (
    name: string,
    { replies, requests }: { readonly replies: Replies; readonly requests: readonly Recorded[] },
  ) => ({
    name: 'the same requests',
    command: bare(root, name, replies.url, requests),
  });
  const changed = await rowsBeside('apply of 1 %', size, rounds, applying, [
    sameRequests(`writes-${size}`, applying),
    ...peers.map(({ tool, name, change }) => ({ tool, name, command: change })),
  ]);
  // Each round with more objects, or with slow answers, would take minutes.
  if (size > mostCreated || rounds.delayMs > 0) return changed;
  const creating = await recordCreation(root, size);
  try {
    const created = await rowsBeside('create', size, rounds, creating, [
      sameRequests(`creates-${size}`, creating),
      ...peers.map(({ tool, name, create }) => ({ tool, name, command: create })),
    ]);
    return [...changed, ...created];
  } finally {
    creating.replies.stop();
  }
}
