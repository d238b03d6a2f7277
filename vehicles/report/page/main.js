// Print, and the place in the list of chapters.

document.getElementById('print').onclick = () => print();

// On paper everything is open, drawn for its width, in the colours of paper.
const opened = [];
addEventListener('beforeprint', () => {
    stages.printing = true;
    for (const details of document.querySelectorAll('details:not([open])')) { details.open = true; opened.push(details); }
    redrawCharts(true);
    geometry?.drawViews();
    stages.show();
});
addEventListener('afterprint', () => {
    stages.printing = false;
    for (const details of opened.splice(0)) details.open = false;
    redrawCharts(false);
    geometry?.drawViews();
    stages.show();
});

// The chapter that is read is marked in the list.
const links = new Map([...document.querySelectorAll('nav a')].map(link => [document.getElementById(link.hash.slice(1)), link]));
const seen = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) links.get(target)?.classList.toggle('here', isIntersecting);
}, { rootMargin: '-10% 0px -70% 0px' });
links.forEach((_, target) => target && seen.observe(target));

Object.assign(window, { page: { charts, cursors, stages, players, geometry, hero, data } });
root.dataset.ready = 'yes';
