/** Words for people about the language: code, and whole sentences. */

export function code(text: string): string {
  const ticks = text.includes('`') ? '``' : '`';
  return `${ticks}${text}${ticks}`;
}

/** Names of commands and addresses begin as they are written. */
const asWritten = /^(docform\b|\w+:\/\/|(?:[a-z]+(?: --write)?, )*[a-z-]+(?: --write)?: )/;

export function sentence(text: string): string {
  const whole = text.trim();
  const first = asWritten.test(whole) ? whole.charAt(0) : whole.charAt(0).toUpperCase();
  return whole === '' ? '' : `${first}${whole.slice(1)}${/[.…:?]$/.test(whole) ? '' : '.'}`;
}
