/** Compares the requests of a plan with the requests of its apply, ignoring ids that were unknown before. */

/** One line per difference. A placeholder such as `{sites/docs}` matches one id, and only this placeholder matches the id. */
export function untold(told: readonly string[], sent: readonly string[]): readonly string[] {
  const ids = new Map<string, string>();
  const known = (line: string): string => line.replace(/\{([^}]+)\}/g, (stand) => ids.get(stand) ?? stand);
  const lines = Array.from({ length: Math.max(told.length, sent.length) }, (_, at) => {
    const line = known(told[at] ?? 'nothing');
    const actual = sent[at] ?? 'nothing';
    const stands = line.match(/\{[^}]+\}/g) ?? [];
    const parts = line.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
    const found = new RegExp(`^${parts.join('([^/]+)')}$`).exec(actual)?.slice(1);
    if (found === undefined) return [`told ${line}, sent ${actual}`];
    for (const [place, stand] of stands.entries()) ids.set(stand, found[place] ?? '');
    return [];
  });
  const twice = [...ids.values()].filter((id, at, all) => all.indexOf(id) !== at);
  return [...lines.flat(), ...twice.map((id) => `${id} is told as two objects`)];
}
