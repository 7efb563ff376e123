/** Reads browser and system from a user agent, for the common families; all others are unknown. */

export interface Agent {
  readonly device: 'desktop' | 'mobile' | 'tablet' | null;
  readonly browser: string | null;
  readonly os: string | null;
  /** Name of the program that reads pages on its own; null: a person, as far as one can tell. */
  readonly bot: string | null;
}

type Family = readonly [pattern: RegExp, name: string];

/** In this order: what comes first also carries the marks of what follows. */
const browsers: readonly Family[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPiOS|Opera)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\bYaBrowser\//, 'Yandex Browser'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bVersion\/.*\bSafari\//, 'Safari'],
  [/\b(?:MSIE |Trident\/)/, 'Internet Explorer'],
];

const systems: readonly Family[] = [
  [/\bWindows Phone\b/, 'Windows Phone'],
  [/\bWindows\b/, 'Windows'],
  [/\biPad\b/, 'iPadOS'],
  [/\b(?:iPhone|iPod)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(?:Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

const devices: readonly (readonly [RegExp, NonNullable<Agent['device']>])[] = [
  [/\biPad\b|\bTablet\b|\bKindle\b|\bAndroid\b(?!.*\bMobile\b)/, 'tablet'],
  [/\bMobile\b|\biPhone\b|\biPod\b|\bWindows Phone\b/, 'mobile'],
  [/\bWindows\b|\bMacintosh\b|\bCrOS\b|\bX11\b|\bLinux\b/, 'desktop'],
];

/** A bot (but not the telephones of Cubot) names itself by a word with bot, crawler or spider in it, or is one of a few that do not. */
const botNames = [
  /\b(?!cubot)([\w-]*(?:bot|crawler|spider)\w*)\b(?:\/|;|\)|,| |$)/i,
  /\b(curl|Wget|python-requests|Go-http-client|HeadlessChrome|Lighthouse|facebookexternalhit|ChatGPT-User|Claude-User|Perplexity-User|Slurp)\b/,
];

/** What lies behind tells nothing more. */
const longestText = 500;
const mostKnown = 1000;
const known = new Map<string, Agent>();

/** Few texts come again and again, so they are read once. */
export function readAgent(given: string | undefined): Agent {
  const text = (given ?? '').slice(0, longestText);
  const found = known.get(text);
  if (found) return found;
  if (known.size >= mostKnown) known.clear();
  const bot = botNames.map((pattern) => pattern.exec(text)?.[1]).find((name) => name !== undefined) ?? null;
  const agent = { device: firstMatch(devices, text), browser: firstMatch(browsers, text), os: firstMatch(systems, text), bot };
  known.set(text, agent);
  return agent;
}

function firstMatch<T>(families: readonly (readonly [RegExp, T])[], text: string): T | null {
  return families.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}
