/** The declaration that files shall have after an edit. */
import type { Declaration, Desired } from '../../core/state.ts';
import type { ComposeOptions } from '../compose/compose.ts';

/** `moved` missing: it stays as it is. `fileOf`: texts of new blocks that go to files of their own. */
export type Wanted = Declaration & ComposeOptions & { readonly moved?: Desired['moved'] };
