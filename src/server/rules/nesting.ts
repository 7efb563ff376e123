/** Limits how deep free-form values may be nested: a deeper one could not be written down again. */

/** True when something lies more than so many levels below the value. */
export function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((member) => isDeeper(member, levels - 1));
}
