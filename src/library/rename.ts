/** Renames the key of a resource in the YAML and its references, and adds an entry to `moved`. */
import { createSuggest } from '../config/suggest.ts';
import type { Address } from '../core/address.ts';
import type { Desired } from '../core/state.ts';
import { fullTarget, type Renamed, type RenameFault, renamedDeclaration, renameFault } from '../declaration/rename.ts';
import { declared } from '../declaration/resources.ts';
import { shapes } from '../kinds/index.ts';
import type { ConfigurationOptions, Validation } from './configuration.ts';
import { rewriteConfiguration } from './rewriting.ts';

export type Unrenamable = RenameFault & { readonly near?: Address };

interface RenameOptions extends Renamed {
  readonly options: ConfigurationOptions;
  readonly validation: Validation & { readonly desired: Desired };
}

/** `to`: an address or a key. undefined: the rename is possible. */
export function unrenamable(desired: Desired, renamed: Renamed): Unrenamable | undefined {
  const fault = renameFault({ desired, shapes, from: renamed.from, to: fullTarget(renamed) });
  if (fault?.is !== 'undeclared') return fault;
  const near = createSuggest()(
    renamed.from,
    declared(desired.resources).map(({ address }) => address),
  );
  return near === undefined ? fault : { ...fault, near };
}

export async function renameResource({ options, validation, ...given }: RenameOptions) {
  const renamed: Renamed = { from: given.from, to: fullTarget(given) };
  const after = renamedDeclaration({ desired: validation.desired, shapes, ...renamed });
  return { ...(await rewriteConfiguration({ options, validation, after, renamed: [renamed] })), ...renamed };
}
