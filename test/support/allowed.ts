/** Allows addresses by name, for tests that follow the suggestions of a plan. */
import type { Desired } from '../../src/core/state.ts';
import type { Allowances } from '../../src/plan/result/change.ts';

/** The addresses in the override of a block: `--allow sites/docs --allow spaces/home`. */
export function allowedBy({ override = '' }: { readonly override?: string }): readonly string[] {
  return [...override.matchAll(/--allow (\S+)/g)].map((found) => found[1] ?? '');
}

/** Objects of an example that can already exist, are matched by title alone, and are published or opened by its first plan. */
export function foundAllowances({ resources }: Desired): Allowances {
  return {
    addresses: resources.filter(({ kind }) => kind === 'space' || kind === 'collection').map(({ address }) => address),
  };
}
