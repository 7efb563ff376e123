/** What people allow by name, for tests that do as a plan asks. */
import type { Desired } from '../../src/core/state.ts';
import type { Allowances } from '../../src/plan/change.ts';

/** The addresses that the override of a block names: `--allow sites/docs --allow spaces/home`. */
export function allowedBy({ override = '' }: { readonly override?: string }): readonly string[] {
  return [...override.matchAll(/--allow (\S+)/g)].map((found) => found[1] ?? '');
}

/** What an example has that may be there before, known by its title alone, and that its first plan shows on a site or opens. */
export function foundAllowances({ resources }: Desired): Allowances {
  return {
    addresses: resources.filter(({ kind }) => kind === 'space' || kind === 'collection').map(({ address }) => address),
  };
}
