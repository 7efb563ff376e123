/** Buttons, forms and dialogs. */
import { byId, itemsOf, make, say, send } from './base.js';
import { readLog } from './log.js';
import { refresh } from './refresh.js';

const lists = {
  snapshots: async () => {
    const items = itemsOf(await send('GET', 'snapshots')).map(({ name, takenAt, objects }) =>
      make(
        'li',
        {},
        make(
          'span',
          {},
          name,
          ' ',
          make(
            'span',
            { className: 'dim small' },
            `${objects} objects, ${String(takenAt ?? '')
              .slice(0, 19)
              .replace('T', ' ')}`,
          ),
        ),
        make('a', { href: `/_platform/changes?since=${encoded(name)}` }, 'Changes since'),
        make(
          'button',
          { type: 'button', 'data-action': 'snapshot-restore', 'data-name': name, 'aria-label': `Restore ${name}` },
          'Restore',
        ),
        make(
          'button',
          { type: 'button', 'data-action': 'snapshot-delete', 'data-name': name, 'aria-label': `Delete ${name}` },
          'Delete',
        ),
      ),
    );
    byId('snapshots-list').replaceChildren(
      ...(items.length ? items : [make('li', { className: 'dim' }, 'No snapshots.')]),
    );
  },
  faults: async () => {
    const items = itemsOf(await send('GET', 'faults')).map((fault) =>
      make(
        'li',
        {},
        make('span', {}, describe(fault), ' ', make('span', { className: 'dim small' }, `${fault.hits ?? 0} hits`)),
        make(
          'button',
          {
            type: 'button',
            'data-action': 'fault-remove',
            'data-id': fault.id,
            'aria-label': `Remove the fault ${describe(fault)}`,
          },
          'Remove',
        ),
      ),
    );
    byId('faults-list').replaceChildren(...(items.length ? items : [make('li', { className: 'dim' }, 'None.')]));
    byId('faults-remove-all').disabled = items.length === 0;
  },
};

const describe = ({ match = {}, effect = {} }) => {
  const { type, ...details } = effect;
  const told = Object.entries(details).map(
    ([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : value}`,
  );
  const where = Object.values(match).flat().join(' ') || 'every request';
  return `${where}: ${[type, ...told].join(', ')}`;
};

const encoded = (text) => encodeURIComponent(text);

/** By the name of a button: its request, and the message after success. */
const actions = {
  freeze: () => send('PUT', 'clock', { isFrozen: true }).then(() => 'The clock is frozen.'),
  unfreeze: () => send('PUT', 'clock', { isFrozen: false }).then(() => 'The clock is running.'),
  advance: ({ by }) => send('POST', 'clock/advance', { by }).then(() => `The clock was moved by ${by}.`),
  'real-time': () => send('DELETE', 'clock').then(() => 'The clock shows real time.'),
  'snapshot-restore': ({ name }) =>
    send('POST', `snapshots/${encoded(name)}/restore`).then(() => `Snapshot ${name} was restored.`),
  'snapshot-delete': ({ name }) =>
    send('DELETE', `snapshots/${encoded(name)}`).then(() => `Snapshot ${name} was deleted.`),
  'fault-remove': ({ id }) => send('DELETE', `faults/${encoded(id)}`).then(() => 'The fault was removed.'),
  'faults-remove-all': () => send('DELETE', 'faults').then(() => 'All faults were removed.'),
};

const submits = {
  reset: (form) => {
    const { seed, seedNumber } = Object.fromEntries(new FormData(form));
    const wanted = {
      ...(seed === '' ? {} : { seed }),
      ...(seedNumber === '' ? {} : { seedNumber: Number(seedNumber) }),
    };
    return send('POST', 'reset', wanted)
      .then(readLog)
      .then(() => 'The state was reset.');
  },
  snapshot: (form) => {
    const name = String(new FormData(form).get('name'));
    return send('PUT', `snapshots/${encoded(name)}`).then(() => `Snapshot ${name} was taken.`);
  },
};

const act = async (work, dialog) => {
  try {
    const done = await work();
    await refresh();
    const list = dialog && lists[dialog.id.replace('-dialog', '')];
    if (list) await list();
    say(done);
  } catch (error) {
    dialog?.close();
    say(error.message, true);
  }
};

document.addEventListener('click', (event) => {
  const button = event.target.closest('button');
  if (button?.dataset.opens) {
    const dialog = byId(`${button.dataset.opens}-dialog`);
    dialog.showModal();
    lists[button.dataset.opens]?.().catch((error) => {
      dialog.close();
      say(error.message, true);
    });
  }
  const action = actions[button?.dataset.action];
  if (action) act(() => action(button.dataset), button.closest('dialog'));
});

document.addEventListener('submit', (event) => {
  const submit = submits[event.target.dataset.submits];
  if (!submit) return;
  event.preventDefault();
  const dialog = event.target.closest('dialog');
  if (event.target.dataset.submits === 'reset') dialog.close();
  act(() => submit(event.target), dialog);
});
