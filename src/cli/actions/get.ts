/** `docform get`: prints one object as YAML, or a list of objects. */
import { exitCode } from '../../core/docform-error.ts';
import { isObjectAddress, isPlace } from '../../library/inventory.ts';
import { conflictingFlags, type Run, usageFailure } from '../io/session.ts';
import type { ListFlags } from './get-list.ts';

/** `pattern`: an address, a list such as `teams`, or a pattern with wildcards; missing: everything. */
export const runGet: Run<ListFlags> = async (session, [pattern], flags) => {
  const { offline = false, unmanaged = false } = flags;
  if (offline && unmanaged)
    throw conflictingFlags('--offline', '--unmanaged', 'unmanaged objects exist only on the platform; omit --offline');
  const place = pattern?.replace(/(?<!\/)\/+$/, '');
  if (place !== undefined && !place.includes('*') && !isPlace(place))
    throw usageFailure(
      `${pattern} is not a valid address`,
      'examples: teams, teams/docs, teams/id:ID, spaces/partner-*',
    );
  const isTable = offline || unmanaged || session.settings.format === 'csv';
  if (place !== undefined && isObjectAddress(place) && !isTable) {
    await (await import('./get-object.ts')).getObject(session, place);
    return exitCode.done;
  }
  return (await import('./get-list.ts')).getList(session, place, flags);
};
