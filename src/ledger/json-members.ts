/** Lists the members of a JSON object including duplicates, of which parsing would keep only the last. */

const quote = 34;
const backslash = 92;
const colon = 58;
const comma = 44;

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
      if (depth === 1 && name === undefined) name = stringAt(text, at, last);
      at = last;
    } else if (code === 91 || code === 123) depth += 1;
    else if (code === 93 || code === 125) {
      if (depth === 1) end(at);
      depth -= 1;
    } else if (depth === 1 && code === colon) start = at + 1;
    else if (depth === 1 && code === comma) end(at);
  }
  return members;
}

function stringAt(text: string, start: number, end: number): string {
  const inside = text.slice(start + 1, end);
  return inside.includes('\\') ? (JSON.parse(text.slice(start, end + 1)) as string) : inside;
}

function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0;
    while (text.charCodeAt(end - 1 - escapes) === backslash) escapes += 1;
    if (escapes % 2 === 0) return end;
  }
  return text.length - 1;
}
