import fc from 'fast-check';
import { writeFileSync, appendFileSync } from 'node:fs';
import { test } from 'vitest';
import { caseOfPair, drawAccessPair } from './access-world.ts';
import { runAccess, windowsIn } from './access-run.ts';
import { drawn } from './draw.ts';
const out = process.env.ZZ_OUT ?? '/tmp/order-zz.txt';
test('x', async () => {
  writeFileSync(out, '');
  const runs = Number(process.env.ZZ ?? 40);
  let [pairs, blocked, failing, windows, announced] = [0, 0, 0, 0, 0];
  const sample = fc.sample(drawn(drawAccessPair), { numRuns: runs, seed: Number(process.env.ZZ_SEED ?? 1) });
  for (const p of sample) {
    pairs++;
    const each = caseOfPair(p);
    let whole;
    try { whole = await runAccess(each); } catch (e) { appendFileSync(out, `ERR ${String((e as Error).stack).slice(0, 600)} ${JSON.stringify(p)}\n`); continue; }
    if (whole.report === undefined) { blocked++; whole.reference.close(); continue; }
    if (whole.report.counts.failed) appendFileSync(out, `FAILED ${JSON.stringify(whole.report.changes.filter((c) => c.status !== 'done'))} ${diff(p)}\n`);
    const found = new Map<string, readonly string[]>();
    const note = (how: string, w: readonly string[]) => { if (w.length > 0 && !found.has(how)) found.set(how, w); };
    note('whole', windowsIn(whole.moments, whole.moments));
    const n = whole.writes.length;
    for (const order of [2, 3]) { const r = await runAccess(each, { order }); note(`order ${order}`, windowsIn(r.moments, whole.moments)); r.reference.close(); }
    for (let refused = 0; refused < n; refused++) { const r = await runAccess(each, { refused }); note(`refused ${refused}`, windowsIn(r.moments, whole.moments)); r.reference.close(); }
    whole.reference.close();
    if (found.size > 0) {
      const a = (whole.planned.plan as { windows?: readonly unknown[] }).windows?.length ?? 0;
      if (a > 0) announced++;
      else {
      failing++;
      const [[how, w] = ['', []]] = found;
      appendFileSync(out, `WINDOW ${p.dialect} ${[...found.keys()].join(',')} ${how}: ${w.slice(0, 3).join(' | ')}\n   ${diff(p)}\n   ${whole.writes.map((x) => x.replace(/\/v1\/orgs\/acme/, '')).join('\n   ')}\n`);
      }
    }
  }
  appendFileSync(out, `pairs ${pairs} blocked ${blocked} windows ${failing} announced ${announced}\n`);
}, 3_000_000);
function diff(p: { before: object; after: object }) {
  return JSON.stringify(Object.fromEntries(Object.entries(p.before).flatMap(([k, v]) => ((p.after as never)[k] === v ? [[k, v]] : [[k, `${v} -> ${(p.after as never)[k]}`]]))));
}
