// Light and dark, print, and the place in the list of chapters.

const root = document.documentElement;

/** Draws anew what does not follow the style by itself. */
const repaint = () => stages.show();

document.getElementById('theme').onclick = () => {
    root.dataset.theme = isDark() ? 'light' : 'dark';
    repaint();
};
document.getElementById('print').onclick = () => print();
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', repaint);

// On paper everything is open, drawn for its width, in the colours of paper.
const opened = [];
addEventListener('beforeprint', () => {
    stages.printing = true;
    for (const details of document.querySelectorAll('details:not([open])')) { details.open = true; opened.push(details); }
    root.classList.add('paper');
    redrawCharts(true);
    geometry?.drawViews();
    repaint();
});
addEventListener('afterprint', () => {
    stages.printing = false;
    for (const details of opened.splice(0)) details.open = false;
    root.classList.remove('paper');
    redrawCharts(false);
    geometry?.drawViews();
    repaint();
});

// The chapter that is read is marked in the list.
const links = new Map([...document.querySelectorAll('nav a')].map(link => [document.getElementById(link.hash.slice(1)), link]));
const seen = new IntersectionObserver(entries => {
    for (const { target, isIntersecting } of entries) links.get(target)?.classList.toggle('here', isIntersecting);
}, { rootMargin: '-10% 0px -70% 0px' });
links.forEach((_, target) => target && seen.observe(target));

Object.assign(window, { page: { charts, cursors, stages, players, geometry, hero, data } });
root.dataset.ready = 'yes';
