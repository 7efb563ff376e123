/** `docform api METHOD PATH`: sends one request to the platform, for objects that docform does not manage. */

import { withoutUndefined } from '../../core/defined.ts';
import { type OwnRequest, ownTarget, sendRequest } from '../../library/request.ts';
import { apiJson, selectedText } from '../../report/api.ts';
import { isAgreed, notConfirmed } from '../io/agreement.ts';
import { traceRequest } from '../io/progress.ts';
import { type CommandFlags, type Run, type Session, usageFailure } from '../io/session.ts';
import { requireTty } from '../planning/approval.ts';
import { openTarget, organizationOf, type Target } from '../target/target.ts';
import { bodyOf, fieldOf, methodNamed, queryOf, requirePointer } from './request-parts.ts';

type ApiFlags = CommandFlags<'body' | 'select', 'paginate', 'field'>;

export const runApi: Run<ApiFlags> = async (session, [method = '', path = ''], flags) => {
  const verb = methodNamed(method);
  if (flags.paginate === true && verb !== 'GET') throw usageFailure('--paginate requires GET', 'omit --paginate');
  requirePointer(flags.select);
  const request = await requestOf(session, verb, path, flags);
  if (verb !== 'GET') await agree(session, `${verb} ${request.path}`);
  const target = await openTarget(session);
  const filled = await withOrganization(session, target, request);
  const answer = await sendRequest(target.platform, filled, { ...target.traffic, onRequest: traceRequest(session) });
  session.result(session.isJson ? apiJson(answer, flags.select) : selectedText(answer.body, flags.select));
};

async function requestOf(session: Session, method: OwnRequest['method'], text: string, flags: ApiFlags) {
  const { apiUrl } = session.settings;
  // `{` is not valid in a path.
  const { path, query } = ownTarget(text.replaceAll(placeholder, mark), apiUrl);
  const fields = (flags.field ?? []).map(fieldOf);
  const isAsking = method === 'GET';
  if (isAsking && flags.body !== undefined)
    throw usageFailure('GET does not support a body', 'omit --body, or use another method');
  const body = isAsking ? undefined : await bodyOf(session, flags.body, fields);
  const asked = isAsking ? queryOf(fields) : [];
  return { method, path, query: [...query, ...asked], isPaged: flags.paginate === true, ...withoutUndefined({ body }) };
}

const placeholder = '{organization}';
const mark = 'docform-organization-goes-here';

async function withOrganization(session: Session, target: Target, request: OwnRequest) {
  if (!request.path.includes(mark)) return request;
  const organization = await organizationOf(session, target, undefined);
  return { ...request, path: request.path.replaceAll(mark, encodeURIComponent(organization)) };
}

/** Such a request is not part of any plan or ledger, so it needs confirmation. */
async function agree(session: Session, sent: string) {
  const what = sent.replaceAll(mark, placeholder);
  const message = `api requires confirmation to send ${what}, and there is no terminal: nothing was sent`;
  requireTty(session, message, 'run the command with --yes');
  if (session.settings.isConfirmed || (await isAgreed(session, `Send ${what}?`, true))) return;
  throw notConfirmed('the request was not confirmed: nothing was sent', 'type yes to confirm');
}
