/** What people can do who get access in some ways. */
import { abilityDifference, rankOfValue, roleOrder } from '../../kinds/field.ts';
import type { Way } from './audience.ts';

/** `read`, `read or change` */
export function abilityPhrase(ways: readonly Way[]): string {
  const levels = ways.map((way) => ('level' in way ? way.level : way.by === 'site' ? 'read' : undefined));
  if (levels.includes(undefined)) return abilityDifference(null, undefined);
  const ranks = levels.flatMap((level) => (level === undefined ? [] : [rankOfValue(roleOrder, level) ?? 0]));
  return abilityDifference(null, roleOrder[Math.max(0, ...ranks)]?.[0]);
}
