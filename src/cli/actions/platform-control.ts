/** `docform platform control METHOD PATH`: sends one request to the control plane of a running reference platform. */
import { withoutUndefined } from '../../core/defined.ts';
import { controlJson, selectedText } from '../../report/api.ts';
import { type CommandFlags, type Run, usageFailure } from '../io/session.ts';
import { type ControlFlags, openControl } from '../target/control-plane.ts';
import { bodyOf, fieldOf, methodNamed, queryOf, requirePointer } from './request-parts.ts';

type Flags = ControlFlags & CommandFlags<'body' | 'select', never, 'field'>;

export const runControl: Run<Flags> = async (session, [method = '', path = ''], flags) => {
  const verb = methodNamed(method);
  requirePointer(flags.select);
  const fields = (flags.field ?? []).map(fieldOf);
  const isAsking = verb === 'GET' || verb === 'DELETE';
  if (isAsking && flags.body !== undefined)
    throw usageFailure(`${verb} does not support a body`, 'omit --body, or use another method');
  const parts = isAsking
    ? { query: Object.fromEntries(queryOf(fields)) }
    : withoutUndefined({ body: await bodyOf(session, flags.body, fields) });
  const target = path.replace(/^\/*(?:_platform\/)?/, '');
  const body = await openControl(session, flags).send({ method: verb, path: target, ...parts });
  session.result(session.isJson ? controlJson(body, flags.select) : selectedText(body, flags.select));
};
