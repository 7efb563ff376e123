/** Sends generated requests to a new platform, and reports the first violation. */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createPlatform, type Platform, type SeedName } from '../../src/server/index.ts';
import { directoryWith } from '../support/directory.ts';
import { endpointAt } from './contract-check.ts';
import { broken, lineOf, type Sent } from './fuzz-check.ts';
import { type Plan, type RawRequest, requestOf } from './fuzz-plan.ts';
import { copyOf, crawl, idsAt, type Known, learn, pathsLike } from './known.ts';
import { type Observer, observe } from './observer.ts';
import { speak } from './open.ts';
import { requireSoundness } from './soundness.ts';

export interface World {
  readonly seed: SeedName;
  readonly isStrict: boolean;
}

export interface Outcome {
  readonly sent: number;
  readonly succeeded: number;
  readonly succeededOperations: ReadonlySet<string>;
  readonly statuses: ReadonlyMap<number, number>;
  /** The first violation. */
  readonly failure?: { readonly why: string; readonly line: string; readonly at: number };
}

interface Opening {
  readonly platform: Platform;
  readonly observer: Observer;
  readonly faults: readonly unknown[];
  /** The main token, then those of other users. */
  readonly tokens: readonly string[];
  close(): void;
}

const mostSpeakers = 8;
/** Time passes only between requests. */
const startMs = Date.UTC(2026, 5, 17);
const stepMs = 1000;

function openWorld({ seed, isStrict }: World, known: Known, now: () => number): Opening {
  const directory = directoryWith();
  const data = join(directory, 'state.db');
  const faults: unknown[] = [];
  const platform = createPlatform({ data, seed, now, strict: isStrict, onFault: (error) => faults.push(error) });
  const tokens = [
    platform.token,
    ...usersOf(known)
      .slice(-mostSpeakers)
      .map((user) => platform.tokenFor(user)),
  ];
  const observer = observe(data);
  const close = (): void => {
    observer.close();
    platform.close();
    rmSync(directory, { recursive: true });
  };
  return { platform, observer, faults, tokens, close };
}

function usersOf(known: Known): readonly string[] {
  return [...new Set(pathsLike(known, '/v1/orgs/{organizationId}/members').flatMap((path) => idsAt(known, path)))];
}

const crawled = new Map<SeedName, Promise<Known>>();

/** The ids of a fixture, which are the same in every platform. */
function knownOf({ seed }: World): Promise<Known> {
  const known = crawled.get(seed) ?? crawl(speak(createPlatform({ seed })));
  crawled.set(seed, known);
  return known;
}

/** Undefined if fetch cannot send the request. Sockets can. */
async function sendOf(platform: Platform, raw: RawRequest): Promise<Sent | undefined> {
  let request: Request;
  try {
    const hasBody = raw.body !== undefined && !['GET', 'HEAD'].includes(raw.method.toUpperCase());
    request = new Request(`http://platform.test${raw.path}${raw.search === '' ? '' : `?${raw.search}`}`, {
      method: raw.method,
      headers: raw.authorization === undefined ? {} : { authorization: raw.authorization },
      ...(hasBody ? { body: raw.body ?? '' } : {}),
    });
  } catch {
    return undefined;
  }
  const response = await platform.fetch(request);
  const text = await response.text();
  return {
    method: request.method,
    url: new URL(request.url),
    status: response.status,
    contentType: response.headers.get('content-type'),
    text,
  };
}

/** Sends the plans in order until the first violation, and then checks the state. `lines` receives the requests. */
export async function run(plans: readonly Plan[], world: World, lines?: string[]): Promise<Outcome> {
  const known = copyOf(await knownOf(world));
  let sent = 0;
  const { platform, observer, faults, tokens, close } = openWorld(world, known, () => startMs + sent * stepMs);
  const [statuses, succeededOperations] = [new Map<number, number>(), new Set<string>()];
  let [succeeded, version] = [0, observer.version()];
  const outcome = (): Outcome => ({ sent, succeeded, succeededOperations, statuses });
  try {
    for (const [at, plan] of plans.entries()) {
      const raw = requestOf(plan, known, tokens);
      const answer = await sendOf(platform, raw);
      if (answer === undefined) continue;
      sent += 1;
      lines?.push(`${lineOf(raw, tokens)} # ${answer.status}`);
      const hasChanged = version !== observer.version();
      version = observer.version();
      const why =
        faults.length > 0
          ? String(faults[0] instanceof Error ? faults[0].stack : faults[0])
          : broken(raw, answer, world.isStrict, hasChanged);
      if (why !== undefined) return { ...outcome(), failure: { why, line: lineOf(raw, tokens), at } };
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status >= 400) continue;
      succeeded += 1;
      succeededOperations.add(endpointAt(answer.method, answer.url.pathname)?.name ?? '');
      learn(known, answer.method, answer.url.pathname, answer.text === '' ? undefined : JSON.parse(answer.text));
    }
    const why = await unsound(platform, known);
    return why === undefined
      ? outcome()
      : { ...outcome(), failure: { why, line: '# the state is not sound', at: plans.length - 1 } };
  } finally {
    close();
  }
}

async function unsound(platform: Platform, known: Known): Promise<string | undefined> {
  try {
    await requireSoundness(platform, idsAt(known, '/v1/orgs'), usersOf(known));
    return undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}

const mostReplays = 150;

/** The shortest failing sequence, as command lines. */
export async function minimal(plans: readonly Plan[], world: World): Promise<string> {
  let needed = plans;
  let replays = 0;
  const failing = async (candidate: readonly Plan[]): Promise<boolean> => {
    replays += 1;
    const { failure } = await run(candidate, world);
    return failure !== undefined;
  };
  for (
    let size = Math.ceil(needed.length / 2);
    size >= 1 && replays < mostReplays;
    size = size === 1 ? 0 : Math.ceil(size / 2)
  ) {
    for (let from = 0; from < needed.length && replays < mostReplays; ) {
      const candidate = needed.toSpliced(from, size);
      if (candidate.length > 0 && (await failing(candidate))) needed = candidate;
      else from += size;
    }
  }
  const lines: string[] = [];
  const { failure } = await run(needed, world, lines);
  return [`seed ${world.seed}${world.isStrict ? ', strict' : ''}`, ...lines, failure?.why].join('\n');
}
