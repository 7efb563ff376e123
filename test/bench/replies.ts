/** Recorded replies: what the platform answered to a run, given again by a bare server, so that no figure hides behind the platform's own time. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RepliesOrder, RepliesTold } from './replies-child.ts';

const script = fileURLToPath(new URL('./replies-child.ts', import.meta.url));

export interface Replies {
  readonly url: string;
  /** From here on requests go to the platform, and what it answers is kept; `isMore`: beside what was kept before. */
  readonly record: (upstream: string, isMore?: boolean) => Promise<void>;
  /** From here on they are answered as they were then; tells what came since the order before. */
  readonly replay: (delayMs?: number) => Promise<RepliesTold>;
  readonly stop: () => void;
}

export async function startReplies(): Promise<Replies> {
  const child = spawn(process.execPath, ['--import', 'tsx', script], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  await told(child);
  const order = (each: RepliesOrder): Promise<RepliesTold> => {
    const answer = told(child);
    child.send(each);
    return answer;
  };
  const { url } = await order({ type: 'usage' });
  return {
    url,
    record: async (upstream, isMore = false) => void (await order({ type: 'record', upstream, isMore })),
    replay: (delayMs) => order({ type: 'replay', ...(delayMs === undefined ? {} : { delayMs }) }),
    stop: () => void child.kill(),
  };
}

function told(child: ChildProcess): Promise<RepliesTold> {
  return new Promise((resolve, reject) => {
    const onExit = (): void => reject(new Error('the server of replies ended'));
    child.once('exit', onExit);
    child.once('message', (message) => {
      child.off('exit', onExit);
      resolve(message as RepliesTold);
    });
  });
}
