/** Formats times, counts and symbols. */
import { emojiCharacter } from '../../contract/emoji.ts';
import { type Html, html, isolated } from '../../markup/html.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

export function duration(lengthMs: number): string {
  const days = Math.floor(lengthMs / dayMs);
  const hours = Math.floor((lengthMs % dayMs) / hourMs);
  const minutes = Math.floor((lengthMs % hourMs) / minuteMs);
  const seconds = Math.floor((lengthMs % minuteMs) / 1000);
  const units = [`${days} d`, `${hours} h`, `${minutes} min`, `${seconds} s`];
  const first = [days, hours, minutes].findIndex((amount) => amount > 0);
  const pair = first === -1 ? units.slice(3) : units.slice(first, first + 2);
  return pair.filter((unit, at) => at === 0 || !unit.startsWith('0 ')).join(' ');
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${grouped(count)} ${count === 1 ? one : many}`;
}

export function grouped(count: number): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, ',');
}

export function dateTime(text: string): Html {
  return html`<time datetime="${text}">${text.replace('T', ' ').replace(/(\.\d+)?Z$/, '')}</time>`;
}

export function day(text: string): Html {
  return html`<time datetime="${text}">${text.slice(0, 10)}</time>`;
}

export function spaceTitle({ emoji, title }: { emoji: string; title: string }): Html {
  return html`<span class="emoji" aria-hidden="true">${emojiCharacter(emoji) ?? ''}</span> ${isolated(title)}`;
}

export function kindMark(kind: string): Html {
  return html`<span class="kind">${kind}</span>`;
}

export function badge(text: string, tone: 'plain' | 'good' | 'warm' | 'dim' = 'plain'): Html {
  return html`<span class="badge ${tone}">${text}</span>`;
}
