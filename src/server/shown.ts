/** What the platform shows of an object and no operation of the contract writes: members of its answer, as they are. */
export interface Shown {
  readonly shown?: { readonly [member: string]: unknown };
}
