/** A law of what is worked out of the state: it holds until something that was looked at changes, however deep, and no longer. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Versions, type Watched } from '../../src/server/versions.ts';
import { settings } from '../laws/law.ts';

const keys = ['a', 'b', 'c', 'd'];

/** Sums of what stands at keys, some of them made of sums that are kept. */
type Sum = { readonly of: readonly string[]; readonly within: readonly Sum[]; readonly asksTime: boolean };

const { sum: sums } = fc.letrec<{ sum: Sum }>((tie) => ({
  sum: fc.record({
    of: fc.subarray(keys),
    within: fc.oneof({ maxDepth: 2 }, fc.constant([]), fc.array(tie('sum'), { maxLength: 2 })),
    asksTime: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
  }),
}));

const steps = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.record({ ask: fc.nat(3) }) },
    { weight: 3, arbitrary: fc.record({ write: fc.constantFrom(...keys) }) },
    { weight: 1, arbitrary: fc.constant({ letGo: true }) },
  ),
  { maxLength: 30 },
);

test('what is kept is what would be worked out now', () => {
  fc.assert(
    fc.property(fc.array(sums, { minLength: 4, maxLength: 4 }), steps, (asked, taken) => {
      const versions = new Versions();
      const [{ see, change }, other] = [versions.parts(), versions.parts()];
      const state = new Map(keys.map((key) => [key, 0]));
      const kept = new Map<Sum, Watched<number>>();
      const written = new Map<Sum, boolean>();
      const answer = (sum: Sum): number => {
        const found = kept.get(sum);
        if (found !== undefined && versions.holds(found)) return found.value;
        const made = versions.watch(() => worked(sum));
        kept.set(sum, made);
        written.set(sum, false);
        return made.value;
      };
      const worked = ({ of, within, asksTime }: Sum): number => {
        if (asksTime) versions.seePresent();
        const own = of.map((key) => {
          see(key);
          return state.get(key) ?? 0;
        });
        return [...own, ...within.map(answer)].reduce((all, one) => all + one, 0);
      };
      const looksAt = ({ of, within }: Sum, key: string): boolean =>
        of.includes(key) || within.some((one) => looksAt(one, key));
      const asksTime = (sum: Sum): boolean => sum.asksTime || sum.within.some(asksTime);
      const afresh = ({ of, within }: Sum): number =>
        [...of.map((key) => state.get(key) ?? 0), ...within.map(afresh)].reduce((a, b) => a + b, 0);
      for (const step of taken) {
        if ('ask' in step) {
          const sum = asked[step.ask] as Sum;
          const before = kept.get(sum);
          const isKept = before !== undefined && versions.holds(before);
          expect(isKept).toBe(before !== undefined && written.get(sum) === false && !asksTime(sum));
          expect(answer(sum)).toBe(afresh(sum));
        } else if ('write' in step) {
          state.set(step.write, (state.get(step.write) ?? 0) + 1);
          change(step.write);
          for (const sum of kept.keys()) if (looksAt(sum, step.write)) written.set(sum, true);
        } else {
          versions.changeAll();
          for (const sum of kept.keys()) written.set(sum, true);
        }
        // What nobody has looked at changes nothing.
        other.change('a');
      }
    }),
    settings(300),
  );
});
