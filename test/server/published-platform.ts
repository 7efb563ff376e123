/** A platform on a port with a published client, which checks every reply against its description. */
import { expect } from 'vitest';
import { type StartedPlatform, type StartOptions, startPlatform } from '../../src/server/index.ts';
import { endpointAt } from './contract-check.ts';
import { publishedOperation, replyDifferences } from './published-description.ts';
import { knownInReplies, unexpected } from './published-known.ts';
import { type Client, GitBookAPI, GitBookAPIError } from './published-package.ts';

export interface PublishedPlatform extends StartedPlatform {
  /** The client of the first admin. */
  readonly client: Client;
  /** The client of another user by id or e-mail, or with an unknown token. */
  clientOf(user: string): Client;
  /** Names of the called operations. */
  called(): ReadonlySet<string>;
  /** Unknown differences to the description. */
  differences(): readonly string[];
}

export async function startPublished(options: StartOptions): Promise<PublishedPlatform> {
  const platform = await startPlatform(options);
  const names = new Set<string>();
  const found: [string, string][] = [];
  const recorded = async (...[input, init]: Parameters<typeof fetch>): Promise<Response> => {
    const response = await fetch(input, init);
    const text = await response.clone().text();
    const method = init?.method ?? 'GET';
    const { pathname } = new URL(String(input));
    const endpoint = endpointAt(method, pathname);
    const operation = endpoint && publishedOperation(endpoint);
    if (endpoint === undefined || operation === undefined) throw new Error(`${method} ${pathname} is not in both`);
    names.add(endpoint.name);
    const differences = replyDifferences(operation, response.status, text === '' ? undefined : JSON.parse(text));
    found.push(...differences.map((difference): [string, string] => [endpoint.name, difference]));
    return response;
  };
  const open = (authToken: string) =>
    new GitBookAPI({ authToken, endpoint: platform.url, serviceBinding: { fetch: recorded } });
  return {
    ...platform,
    organization: platform.organization,
    client: open(platform.token),
    clientOf: (user) => open(user === '' ? 'unknown' : platform.tokenFor(user)),
    called: () => names,
    differences: () => unexpected(knownInReplies, found).unknown,
  };
}

interface Page<Item> {
  readonly data: {
    readonly items: readonly Item[];
    readonly next?: { readonly page: string };
    readonly count?: number;
  };
}

/** All items of a list, page by page. */
export async function all<Item>(
  list: (query: { page?: string; limit: number }) => Promise<Page<Item>>,
  limit = 3,
): Promise<readonly Item[]> {
  const items: Item[] = [];
  for (let page: string | undefined; ; ) {
    const { data } = await list(page === undefined ? { limit } : { limit, page });
    items.push(...data.items);
    page = data.next?.page;
    if (page === undefined) return items;
  }
}

/** The error of the client: the status as code, and the message of the body. */
export async function refusal(call: Promise<unknown>): Promise<readonly [code: number, message: string]> {
  const error = await call.then(
    () => expect.fail('was not refused'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof GitBookAPIError)) throw error;
  return [error.code, error.errorMessage];
}
