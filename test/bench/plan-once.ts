/** One measurement of the planner in its own process: medians of several runs over the same input, with a simple comparison as the baseline. */
import { readFileSync } from 'node:fs';
import type { Desired, Ledger, Live, LiveObject } from '../../src/core/state.ts';
import { shapes } from '../../src/kinds/index.ts';
import { plan } from '../../src/plan/plan.ts';
import { median } from './figures.ts';
import { type Scenario, worldOf } from './plan-worlds.ts';
import type { Measured } from './planner-rows.ts';

const [size, scenario] = process.argv.slice(2);
const runs = Number(size) > 200_000 ? 2 : Number(size) > 50_000 ? 3 : 5;

/** The minimum work of a planner: find each declared resource by its id, compare its fields, and find undeclared objects. */
function compareByKey(desired: Desired, live: Live, ledger: Ledger): number {
  const byId = new Map<string, LiveObject>();
  for (const object of live.objects) byId.set(`${object.kind}:${object.id}`, object);
  let differing = 0;
  for (const { address, kind, fields } of desired.resources) {
    const object = byId.get(`${kind}:${ledger.resources[address]?.id}`);
    if (object === undefined) {
      differing += 1;
      continue;
    }
    byId.delete(`${kind}:${object.id}`);
    for (const name in fields) {
      const wanted = fields[name];
      const id =
        typeof wanted === 'object' && wanted !== null && 'ref' in wanted
          ? ledger.resources[String(wanted.ref)]?.id
          : wanted;
      if (id !== object.fields[name]) {
        differing += 1;
        break;
      }
    }
  }
  return differing + byId.size;
}

function cpuOf(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The peak memory of this program. `resourceUsage` includes the peak of the parent process, which can be several times higher. */
function peakMegabytes(): number {
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
}

const input = { ...worldOf(Number(size), scenario as Scenario), shapes };
const { desired, live, ledger } = input;
let result = plan(input);
compareByKey(desired, live, ledger);
const pairs = Array.from({ length: runs }, () => {
  const own = cpuOf(() => {
    result = plan(input);
  });
  return { own, bare: cpuOf(() => compareByKey(desired, live, ledger)) };
});
const measured: Measured = {
  milliseconds: median(pairs.map(({ own }) => own)),
  bareMilliseconds: median(pairs.map(({ bare }) => bare)),
  ratio: median(pairs.map(({ own, bare }) => own / bare)),
  peakMegabytes: peakMegabytes(),
  changes: result.changes.length,
  steps: result.steps.length,
};
process.stdout.write(JSON.stringify(measured));
