/** How often a law is tried: seeds are fixed, and DOCFORM_LAW_RUNS multiplies the runs, each time with other seeds. */
import fc, { type Parameters } from 'fast-check';

const factor = Number(process.env.DOCFORM_LAW_RUNS ?? 1);
export const seed = Number(process.env.DOCFORM_LAW_SEED ?? 20_261_121);

export function settings<T>(runs: number): Parameters<T> {
  return {
    seed,
    numRuns: Math.max(1, Math.round(runs * factor)),
    interruptAfterTimeLimit: Number(process.env.DOCFORM_LAW_MS ?? 3_600_000),
  };
}

/** Ways to carry out a plan: step by step, all at once, or in any order that its edges allow. */
export const orders = fc.nat(20);
