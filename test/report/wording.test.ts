/** The wording of counts in every report of a plan, over all cases. */
import { expect, test } from 'vitest';
import { plan } from '../../src/library/plan.ts';
import { planAnnotations } from '../../src/report/plan/annotations.ts';
import { planComment } from '../../src/report/plan/markdown.ts';
import { planText } from '../../src/report/plan/text.ts';
import { caseNames, readCase } from '../support/case.ts';
import { openCase } from '../support/case-world.ts';
import { change, planWith } from './plans.ts';

/** A number that does not fit its noun or verb, a bare verb after a count, or a full stop before a colon. */
const wrong =
  /\.:\s*$|\b1 (of them |[a-z]+s )(are|do|have|were)\b|\b1 (end|move|begin)\b|\b1 (objects|requests|changes|fields|spaces|consequences|people)\b|\b(?!1 )\d+ (request|change|field|consequence|update|create)[,.;)]/m;

/** A doubled word, outside navigations and titles, or "its" after several names that are not marked as each. */
function slips(text: string) {
  const whole = text.replace(/^ *Navigation of [\s\S]*?\n\n/gm, '').replace(/\n {6,}/g, ' ');
  const lines = whole.replace(/"[^"]*"/g, '""').split('\n');
  return lines.filter(
    (each) =>
      /\b([A-Za-z]{2,}) \1\b/.test(each) ||
      /^[^:]*\S, [^:(]*(\([^)]*\))?[^:(]*: [^\n]*\bits\b/.test(each.replace(/\(each\).*/, '')),
  );
}

test('counts match their nouns and verbs, no word is doubled, and its has one owner in reports of any length', async () => {
  for (const name of caseNames()) {
    const { reference, options } = await openCase(readCase(name));
    const { plan: made, requests } = await plan(options);
    reference.close();
    const texts = [
      planText(made, { requests }),
      planText(made, { requests, isVerbose: true }),
      planComment(made, { requests }).text,
      planComment(made, { requests, budgetBytes: 1_500 }).text,
      planAnnotations(made),
    ];
    for (const text of texts) {
      expect(slips(text), `${name}\n${text}`).toEqual([]);
      expect(wrong.exec(text)?.[0], `${name}\n${text}`).toBeUndefined();
    }
  }
});

test('a short comment counts omitted changes in the words of the summary', () => {
  const changes = Array.from({ length: 1_436 }, (_, at) =>
    change(`teams/team-${at ** 3}-${at % 7}`, 'update', {
      fields: [{ field: 'title', before: 'A', after: `B ${at}` }],
    }),
  );
  expect(planComment(planWith(changes), { budgetBytes: 3_000 }).text).toMatch(/Not listed: 1\d{3} to update\./);
});
