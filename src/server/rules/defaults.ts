/** When a default goes, the next one in order takes its place; after the last, the first. */
export function nextDefault(all: readonly { readonly id: string }[], leavingId: string): string | undefined {
  const index = all.findIndex((one) => one.id === leavingId);
  const next = all[index + 1] ?? all[0];
  return next?.id === leavingId ? undefined : next?.id;
}
