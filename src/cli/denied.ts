/** Warns early when a token may not read everything. */

import type { Planned } from '../library/index.ts';
import { count, someNames } from '../report/words.ts';
import type { Session } from './session.ts';

export async function warnOfDenied(session: Session, live: Planned['live']): Promise<void> {
  const { deniedIn } = await import('../library/index.ts');
  const { denied, all, kinds } = deniedIn(live);
  if (denied === 0) return;
  const names = someNames(
    kinds.map((kind) => kind.replaceAll('-', ' ')),
    8,
  );
  session.warn(
    `This token cannot read ${denied} of ${count(all, 'list')} whole (${names}): only the role admin reads everything. What it does not see is neither made nor deleted.\n`,
  );
}
