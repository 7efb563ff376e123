/** Detects the dialect of a platform. */

import { listMembers } from '../contract/2025-06/organization-members.ts';
import { listSites } from '../contract/2025-06/sites.ts';
import { createCall } from '../contract/endpoint.ts';
import { getSiteStructure } from '../contract/gitbook/site-structure.ts';
import { listOrganizationSpaces } from '../contract/gitbook/spaces.ts';
import { type Dialect, dialectDescriptions } from '../core/dialect.ts';
import { ApiError, usageFailure } from '../core/docform-error.ts';
import { type JsonObject, jsonObjectOrEmpty } from '../core/json.ts';
import { cacheFirstResult } from '../core/once.ts';
import type { Ledger } from '../core/state.ts';
import type { Client, TrafficOptions } from '../remote/client/client.ts';
import { type Platform, readerFor } from './platform.ts';

type Reader = Pick<Client, 'send'>;

/** The stated dialect, or the one in the ledger, or the one that the platform answers. `failure`: the platform did not show its dialect. Throw this error unless the reading fails, too. */
export async function dialectOf(
  client: Reader,
  { organization, ledger, stated }: { organization: string; ledger: Ledger; stated: Dialect | undefined },
): Promise<{ readonly dialect: Dialect; readonly failure?: ApiError }> {
  const known = stated ?? ledger.dialect;
  if (known !== undefined) return { dialect: known };
  if (Object.keys(ledger.resources).length > 0) return { dialect: '2025-06' };
  try {
    return { dialect: await detectDialect(client, organization) };
  } catch (failure) {
    // Every other request would meet a refused token, too.
    if (!(failure instanceof ApiError) || failure.status === 401) throw failure;
    return { dialect: '2025-06', failure };
  }
}

/** The dialect that the platform answers. */
export async function dialectAnswered(platform: Platform, organization: string, options: TrafficOptions) {
  const { client } = await readerFor(platform, options);
  return detectDialect(client, organization);
}

/** The platform does not have it. */
const missing = [404];
/** The token cannot read it, or the platform does not have it. */
const unreadable = [403, ...missing];

/** Reads a site, or a member: the number of a member's sites came with the drafts of sections. Then requests an operation that only GitBook has. Sends two to four requests. Throws ApiError if the platform answers none of them. */
async function detectDialect(client: Reader, organization: string): Promise<Dialect> {
  const path = { organizationId: organization };
  const sites = itemsIn(await answerUnless(missing, client.send(createCall(listSites, { path, query: { limit: 1 } }))));
  const site = jsonObjectOrEmpty(sites[0]);
  const ofSite =
    typeof site.id === 'string'
      ? await answerUnless(missing, client.send(createCall(getSiteStructure, { path: { ...path, siteId: site.id } })))
      : undefined;
  if (ofSite !== undefined) return gitbookDialectOf(site, ofSite);
  const hasSpaces = cacheFirstResult(
    async () =>
      (await answerUnless(missing, client.send(createCall(listOrganizationSpaces, { path, query: { limit: 1 } })))) !==
      undefined,
  );
  // The platform has no structures, or the site was deleted between the requests.
  if (typeof site.id === 'string' && !(await hasSpaces())) return '2025-06';
  const [member] = itemsIn(
    await answerUnless(unreadable, client.send(createCall(listMembers, { path, query: { limit: 1 } }))),
  );
  if (jsonObjectOrEmpty(member).sites !== undefined) return 'gitbook';
  if (!(await hasSpaces())) return '2025-06';
  if (member !== undefined) return 'gitbook-0.180';
  throw usageFailure(
    'docform cannot detect the dialect of the platform: the organization shows neither a site nor a member',
    `set \`--dialect gitbook\` (${dialectDescriptions.gitbook}) or \`--dialect gitbook-0.180\` (${dialectDescriptions['gitbook-0.180']})`,
  );
}

/** Sections and spaces show whether there are drafts. A site without any shows another member of the same version. */
function gitbookDialectOf(site: JsonObject, structure: unknown): Dialect {
  const { structure: items } = jsonObjectOrEmpty(structure);
  const [item] = Array.isArray(items) ? items : [];
  const isOld = item === undefined ? site.defaultLevel === undefined : jsonObjectOrEmpty(item).draft === undefined;
  return isOld ? 'gitbook-0.180' : 'gitbook';
}

/** undefined: the platform answers with one of the statuses. */
async function answerUnless(statuses: readonly number[], answer: Promise<unknown>) {
  return answer.catch((error: unknown) => {
    if (error instanceof ApiError && error.status !== undefined && statuses.includes(error.status)) return undefined;
    throw error;
  });
}

function itemsIn(reply: unknown): readonly unknown[] {
  const { items } = jsonObjectOrEmpty(reply);
  return Array.isArray(items) ? items : [];
}
