/** Lists the members of a JSON object including duplicates, of which parsing would keep only the last. */

const quote = 34;
const backslash = 92;
const colon = 58;
const comma = 44;
const opening = new Set([91, 123]);
const closing = new Set([93, 125]);

/** Names with the texts of their values, in their order. `text` must be the JSON of an object. */
export function membersOf(text: string): readonly (readonly [string, string])[] {
  const members: (readonly [string, string])[] = [];
  let depth = 0;
  let name: string | undefined;
  let start = 0;
  const end = (at: number) => {
    if (name !== undefined) members.push([name, text.slice(start, at).trim()]);
    name = undefined;
  };
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) {
      const last = endOfString(text, at);
      if (depth === 1 && name === undefined) name = JSON.parse(text.slice(at, last + 1)) as string;
      at = last;
    } else if (opening.has(code)) depth += 1;
    else if (closing.has(code)) {
      if (depth === 1) end(at);
      depth -= 1;
    } else if (depth === 1 && code === colon) start = at + 1;
    else if (depth === 1 && code === comma) end(at);
  }
  return members;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === backslash) at += 1;
    else if (code === quote) return at;
  }
  return text.length - 1;
}
