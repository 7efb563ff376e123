/** Finds changes by name or key; everything else of the page works without it. */
const find = document.querySelector('#find');
const found = document.querySelector('#found');
const none = document.querySelector('.none');

function show() {
  const words = find.value.trim().toLowerCase();
  let left = 0;
  for (const place of document.querySelectorAll('.place')) {
    const title = place.querySelector('h3').textContent.toLowerCase();
    let inPlace = 0;
    for (const change of place.querySelectorAll('.changes > li')) {
      const isWanted = words === '' || title.includes(words) || change.textContent.toLowerCase().includes(words);
      change.hidden = !isWanted;
      if (isWanted) inPlace += 1;
    }
    place.hidden = inPlace === 0;
    left += inPlace;
  }
  none.hidden = left > 0;
  found.textContent = words === '' ? '' : `${left} found`;
}

find?.addEventListener('input', show);
find?.form.addEventListener('submit', (event) => event.preventDefault());
