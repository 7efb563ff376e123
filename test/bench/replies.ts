/** Repeats recorded responses of the platform with a minimal server, so that results do not include the time of the platform. */
import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RepliesOrder, RepliesTold } from './replies-child.ts';

const script = fileURLToPath(new URL('./replies-child.ts', import.meta.url));

export interface Replies {
  readonly url: string;
  /** Forwards requests to the platform, and records the responses. `isMore`: adds to earlier ones. */
  readonly record: (upstream: string, isMore?: boolean) => Promise<void>;
  /** Repeats the recorded responses, and returns the requests since the last command. */
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
