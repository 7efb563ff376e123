/** Flags that are stored only if they are true: drafts and hidden site-spaces. */

/** The change of a flag: null removes it, undefined leaves it. */
export function storedFlag(flag: boolean | undefined): true | null | undefined {
  return flag === false ? null : flag;
}
