/** `docform show`: prints a saved plan like `docform plan`, or the redirects for its URLs. Works offline. */

import { withoutUndefined } from '../../core/defined.ts';
import { originOf } from '../io/origin.ts';
import { type CommandFlags, type Run, wholeNumber } from '../io/session.ts';
import { planOutput, requireWhole } from '../planning/plan-output.ts';
import { readPlanFile } from '../planning/read-plan-file.ts';

export const runShow: Run<CommandFlags<'maxBytes' | 'host'>> = async (session, [file = ''], { maxBytes, host }) => {
  const mostBytes = wholeNumber('--max-bytes', maxBytes, 8_000, 1_048_576);
  const { plan, digest, rehearsal, origin: saved, json } = await readPlanFile(session, file);
  const origin = { ...originOf(session), host: plan.host, ...saved };
  const facts = { requests: plan.requests, origin, ...withoutUndefined({ digest }) };
  const output = await planOutput(session, plan, { ...facts, rehearsal, document: () => json, mostBytes, host });
  session.result(output.text);
  requireWhole(output);
};
