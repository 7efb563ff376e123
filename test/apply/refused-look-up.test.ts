/** If the list with the ids of new objects is refused during an apply, the report names the request, its status and the next step. */
import { expect, test } from 'vitest';
import { applyReportText } from '../../src/report/apply/apply-report.ts';
import { carryOut, openJourney } from '../laws/journey.ts';

test('a refused look-up of new objects is reported with request, status and remedy, and the next apply creates nothing twice', async () => {
  const journey = openJourney();
  const desired = journey.wanted({
    spaces: { fresh: { title: 'Fresh' } },
    sites: { docs: { title: 'Docs', structure: [{ space: 'fresh', path: 'fresh' }] } },
  } as never);
  const planned = await journey.plan(desired);
  journey.intercept = (send) => async (request, options) =>
    request.method === 'GET' && request.path.endsWith('/site-spaces')
      ? { status: 403, headers: {}, body: { error: { code: 403, message: 'no access to this site' } } }
      : send(request, options);
  const report = await carryOut(journey, planned, 0);
  const text = applyReportText(report);
  const [fault] = report.changes.flatMap((change) => change.fault ?? []);
  expect(fault).toMatchObject({ operation: 'listSiteSpaces', method: 'GET', status: 403 });
  expect(text).toMatch(/listSiteSpaces \(GET \S+\/site-spaces\): .*created together with sites\/docs: .*no access/);
  expect(text).toContain('`docform apply` again');
  expect(text).not.toContain('is unknown');
  journey.intercept = (send) => send;
  const next = await journey.plan(desired);
  expect((await carryOut(journey, next, 0)).counts).toMatchObject({ failed: 0, skipped: 0 });
  const last = await journey.plan(desired);
  expect(last.plan.changes).toEqual([]);
  expect(last.plan.unmanaged.filter(({ list }) => list === 'sites')).toEqual([]);
  journey.reference.close();
});
