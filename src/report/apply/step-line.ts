/** One line for each step that has ended. */
import { keyIn } from '../../core/address.ts';
import { joinSome } from '../../core/count.ts';
import { withoutMissing } from '../../core/defined.ts';
import type { ApplyEvent, OperationLabel } from '../../plan/result/outcome.ts';
import { oneLine } from '../wording/sanitize.ts';
import { count, type Painter, plain, type Role } from '../wording/words.ts';

const labels: { readonly [L in OperationLabel]: readonly [role: Role, word: string] } = {
  complete: ['create', 'set the remaining fields of'],
  place: ['create', 'positioned'],
  add: ['create', 'added'],
  remove: ['delete', 'removed'],
  create: ['create', 'created'],
  restore: ['create', 'restored'],
  temporary: ['update', 'set a temporary value on'],
  update: ['update', 'updated'],
  publish: ['update', 'published'],
  unpublish: ['update', 'unpublished'],
  widen: ['update', 'updated'],
  move: ['move', 'moved'],
  join: ['move', 'moved into its group:'],
  leave: ['move', 'moved out of its group:'],
  bulk: ['update', 'updated'],
  invite: ['create', 'invited'],
  delete: ['delete', 'deleted'],
};

/** Names the items of a list: `added ana@acme.dev to teams/docs/members`. */
function doneText(label: OperationLabel, event: StepEnded, paint: Painter) {
  const [address, verb] = [oneLine(event.address), paint(...labels[label])];
  const names = event.items && oneLine(joinSome(event.items.map(keyIn), 3));
  const preposition = prepositions[label];
  if (preposition !== undefined) return withoutMissing(verb, names, preposition, address).join(' ');
  return names === undefined ? `${verb} ${address}` : `${verb} ${address}: ${names}`;
}

const prepositions: { readonly [L in OperationLabel]?: string } = { add: 'to', remove: 'from' };

type StepEnded = Extract<ApplyEvent, { readonly type: 'step-ended' }>;

/** `[2/6] updated teams/docs`. Undefined: the event is not printed. */
export function progressLine(event: ApplyEvent, paint: Painter = plain): string | undefined {
  if (event.type === 'interrupted')
    return `interrupted: waiting for ${count(event.inFlight, 'running request')}, starting no new one. Press Ctrl-C again to quit immediately`;
  if (event.type !== 'step-ended') return undefined;
  const { at, of, operation, label = operation, outcome } = event;
  const place = paint('faint', `[${String(at).padStart(String(of).length)}/${of}]`);
  const address = oneLine(event.address);
  const alongside = event.alongside === undefined ? '' : `, with ${event.alongside.map(oneLine).join(', ')}`;
  switch (outcome.status) {
    case 'done':
      return `${place} ${doneText(label, event, paint)}${alongside}`;
    case 'failed':
      return `${place} ${paint('bad', `failed (${operation})`)} ${address}: ${oneLine(outcome.fault.message)}`;
    case 'skipped':
      return `${place} ${paint('bad', 'skipped')} ${address} (${operation})`;
    case 'not-started':
      return undefined;
  }
}
