/** `docform platform control METHOD PATH`: sends one request to the control plane of a running reference platform. */
import { defined } from '../../core/defined.ts';
import { requestMethods } from '../../library/request.ts';
import { controlJson, selectedText } from '../../report/api.ts';
import { type ControlFlags, openControl } from '../control-plane.ts';
import { bodyOf, fieldOf, requirePointer } from '../io/request-parts.ts';
import { type CommandFlags, type Run, usageFailure } from '../io/session.ts';

type Flags = ControlFlags & CommandFlags<'body' | 'select', never, 'field'>;

export const runControl: Run<Flags> = async (session, [method = '', path = ''], flags) => {
  const verb = requestMethods.find((each) => each === method.toUpperCase());
  if (verb === undefined) throw usageFailure(`unsupported method ${method}`, `choose ${requestMethods.join(', ')}`);
  requirePointer(flags.select);
  const fields = (flags.field ?? []).map(fieldOf);
  const isAsking = verb === 'GET' || verb === 'DELETE';
  if (isAsking && flags.body !== undefined)
    throw usageFailure(`${verb} does not support a body`, 'omit --body, or use another method');
  const query = Object.fromEntries(fields.map(([name, value]) => [name, String(value)]));
  const parts = isAsking ? { query } : defined({ body: await bodyOf(session, flags.body, fields) });
  const target = path.replace(/^\/*(?:_platform\/)?/, '');
  const body = await openControl(session, flags).send({ method: verb, path: target, ...parts });
  if (session.isJson) session.result(controlJson(body, flags.select));
  else session.result(selectedText(body, flags.select));
};
