/** An organization of a given size on the reference platform, with recorded replies for each command. */
import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { organizationText } from './organization.ts';
import { type Command, run } from './processes.ts';
import { type Replies, startReplies } from './replies.ts';
import type { Recorded } from './replies-child.ts';

const project = fileURLToPath(new URL('../..', import.meta.url));
/** The published program. */
export const program = join(project, 'dist/cli/main.cjs');
const token = 'bench';

export interface RecordedOrganization {
  readonly size: number;
  readonly file: string;
  /** Plan without changes, drift and import, which write nothing. */
  readonly reading: {
    readonly replies: Replies;
    readonly requests: readonly Recorded[];
    readonly command: (name: string, ...flags: string[]) => Command;
  };
  readonly importing: () => Command;
  /** Changes the title of every hundredth team and section. Each call starts from the same state. */
  readonly applying: {
    readonly replies: Replies;
    readonly requests: readonly Recorded[];
    readonly begin: (...flags: string[]) => Promise<Command>;
  };
  readonly stop: () => void;
}

export function docform(directory: string, url: string, args: readonly string[]): Command {
  return {
    file: process.execPath,
    args: [program, ...args, '--api-url', url],
    cwd: directory,
    env: { DOCFORM_TOKEN: token, DOCFORM_ORG: 'acme', CI: '1' },
  };
}

export async function startPlatform(seed: string): Promise<{ readonly url: string; readonly stop: () => void }> {
  const args = [program, 'platform', 'serve', '--port', '0', '--token', token, '--seed', seed];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'ignore'] });
  const line = await new Promise<string>((resolve) =>
    child.stdout.once('data', (data: Buffer) => resolve(String(data))),
  );
  return { url: (JSON.parse(line) as { readonly url: string }).url, stop: () => void child.kill() };
}

/** A directory whose ledger contains all objects of `replies`. */
async function adopted(directory: string, text: string, url: string): Promise<void> {
  mkdirSync(directory);
  writeFileSync(join(directory, 'docform.yaml'), text);
  await run(docform(directory, url, ['apply', '--yes']));
}

export async function recordOrganization(root: string, size: number, sites?: number): Promise<RecordedOrganization> {
  const [home, before, now, fresh] = ['read', 'before', 'now', 'import'].map((name) =>
    join(root, `${name}-${size}`),
  ) as [string, string, string, string];
  const seed = join(root, `seed-${size}.yaml`);
  const text = organizationText(size, 'first', sites);
  writeFileSync(seed, text);
  const platform = await startPlatform(seed);
  const [reading, applying] = await Promise.all([startReplies(), startReplies()]);
  const stop = (): void => {
    for (const each of [reading, applying]) each.stop();
  };
  const importing = (): Command => {
    rmSync(fresh, { recursive: true, force: true });
    mkdirSync(fresh);
    return docform(fresh, reading.url, ['import', '--yes']);
  };
  const begin = async (...flags: readonly string[]): Promise<Command> => {
    rmSync(now, { recursive: true, force: true });
    cpSync(before, now, { recursive: true });
    writeFileSync(join(now, 'docform.yaml'), organizationText(size, 'changed', sites));
    return docform(now, applying.url, ['apply', '--yes', ...flags]);
  };
  try {
    await reading.record(platform.url);
    await adopted(home, text, reading.url);
    await reading.record(platform.url);
    await run(docform(home, reading.url, ['plan']));
    const { recorded: requests } = await reading.replay();
    await reading.record(platform.url, true);
    await run(docform(home, reading.url, ['drift']));
    await run(importing());
    await reading.replay();
    await applying.record(platform.url);
    await adopted(before, text, applying.url);
    await applying.record(platform.url);
    await run(await begin());
    const { recorded: sent } = await applying.replay();
    return {
      size,
      file: join(home, 'docform.yaml'),
      reading: {
        replies: reading,
        requests,
        command: (name, ...flags) => docform(home, reading.url, [name, ...flags]),
      },
      importing,
      applying: { replies: applying, requests: sent, begin },
      stop,
    };
  } catch (error) {
    stop();
    throw error;
  } finally {
    platform.stop();
  }
}
