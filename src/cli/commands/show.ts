/** `docform show`: prints a saved plan like `docform plan`. Works offline. */

import { defined } from '../../core/defined.ts';
import { type Run, wholeNumber } from '../io/session.ts';
import { originOf } from '../origin.ts';
import { planOutput, requireWhole } from '../planning/plan-output.ts';
import { readPlanFile } from '../planning/read-plan-file.ts';

export const runShow: Run<{ readonly maxBytes?: string }> = async (session, [file = ''], { maxBytes }) => {
  const mostBytes = wholeNumber('--max-bytes', maxBytes, 8_000, 1_048_576);
  const { plan, digest, rehearsal, origin: saved, json } = await readPlanFile(session, file);
  const origin = { ...originOf(session), host: plan.host, ...saved };
  const facts = { requests: plan.requests, origin, ...defined({ digest }) };
  const output = await planOutput(session, plan, { ...facts, rehearsal, document: () => json, mostBytes });
  session.result(output.text);
  requireWhole(output);
};
