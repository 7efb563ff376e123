/** Matches addresses with patterns: `*` stands for any text without a slash, `**` for any text. */
import { isWithin } from './address.ts';

/** Takes time proportional to pattern × address for any pattern. */
export function addressPattern(pattern: string): (address: string) => boolean {
  const tokens = pattern.match(/\*+|[^*]/gu) ?? [];
  return (address) => {
    const characters = [...address];
    // For each position of the address: whether the tokens so far can end there.
    let ends = [true, ...characters.map(() => false)];
    for (const token of tokens) {
      if (!token.startsWith('*'))
        ends = [false, ...characters.map((character, at) => ends[at] === true && character === token)];
      else {
        const reached: boolean[] = [];
        for (const [at, isEnd] of ends.entries()) {
          const goesOn = at > 0 && reached[at - 1] === true && (token.length > 1 || characters[at - 1] !== '/');
          reached.push(isEnd || goesOn);
        }
        ends = reached;
      }
    }
    return ends.at(-1) === true;
  };
}

/** Selects what one of the patterns matches, and everything in it. */
export function withinPatterns(patterns: readonly string[]): (address: string) => boolean {
  const matchers = patterns.map(patternWithin);
  return (address) => matchers.some((matches) => matches(address));
}

/** Selects what the pattern matches, and everything in it. */
export function patternWithin(pattern: string): (address: string) => boolean {
  if (!pattern.includes('*')) return (address) => isWithin(address, pattern);
  const [itself, contents] = [addressPattern(pattern), addressPattern(`${pattern}/**`)];
  return (address) => itself(address) || contents(address);
}
